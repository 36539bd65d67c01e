"""The parts a role's prompt is made of, as they are written in a procedure's file."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator


def _listed(value: object) -> object:
    """Take one text where a list of texts is meant, as files often have it."""
    return (value,) if isinstance(value, str) else value


Texts = Annotated[tuple[str, ...], BeforeValidator(_listed)]


class WrittenPart(BaseModel):
    """Something written in a file; keys nobody knows are kept, so that they can be named."""

    model_config = ConfigDict(extra="allow", frozen=True, coerce_numbers_to_str=True)

    @property
    def unknown(self) -> dict[str, Any]:
        """The keys that mean nothing here, with what they hold."""
        return self.model_extra or {}


class Style(WrittenPart):
    """Who somebody is; how they write stands with their agent, or here for this state."""

    role: str
    style: str = ""


class TaskPrompt(WrittenPart):
    """What somebody is to do."""

    task: str


class Rule(WrittenPart):
    """What somebody must keep to."""

    rule: str


class Demonstrations(WrittenPart):
    """Examples to go by: of answers, or of thinking before one."""

    demonstrations: Texts


class Output(WrittenPart):
    """The tag an answer is to be put into."""

    output: str


class Last(WrittenPart):
    """Words at the very end of the prompt."""

    last_prompt: str


class System(WrittenPart):
    """Words of the system prompt, taken as they are."""

    system_prompt: str


class Custom(WrittenPart):
    """A template with gaps, filled from what is shared."""

    template: str
    keywords: Texts = ()


class Static(WrittenPart):
    """An answer that is always the same; no model is asked for it."""

    output: str


class Extract(WrittenPart):
    """Words to find in what was said, and to share under their names."""

    extract_words: Texts = Field(min_length=1)
    system_prompt: str = ""
    last_prompt: str = ""


class Piece(BaseModel):
    """A piece of a knowledge base: what it answers, where that is known, and what it says.

    Older files call the two `q` and `a`, and a piece without a question `chunk`.
    """

    model_config = ConfigDict(frozen=True)

    question: str = ""
    answer: str

    @model_validator(mode="before")
    @classmethod
    def _plain(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return {"answer": value}
        answer = value.get("answer", value.get("a", value.get("chunk")))
        return {"question": value.get("question", value.get("q", "")), "answer": answer}

    @property
    def shown(self) -> str:
        """The piece as a model reads it."""
        return (
            f"question: {self.question}, answer: {self.answer}" if self.question else self.answer
        )


class KnowledgeBase(WrittenPart):
    """Pieces to look up: written here, or in a file beside the procedure."""

    top_k: int = Field(default=1, ge=1, le=50)
    type: str = "QA"
    knowledge_path: str = ""
    knowledge_base: str = ""
    knowledge: tuple[Piece, ...] = ()

    @property
    def path(self) -> str:
        """The file to read, by either of its names."""
        return self.knowledge_path or self.knowledge_base


class WebSearch(WrittenPart):
    """A search server that is asked about what was said last; the operator must allow it.

    It gets `{"query": "…"}` and answers `{"results": [{"snippet": "…"}, …]}`.
    """

    url: str


class WebCrawl(WrittenPart):
    """A page of the web that is read before speaking."""

    page: str


class Function(WrittenPart):
    """Tools one of which may be used before speaking, each as `agent.tool`."""

    functions: Texts = Field(min_length=1)


class CodeFile(WrittenPart):
    """A shared text that is handed over as a file; it is never run."""

    file_name: str
    keyword: str


Component = (
    Style | TaskPrompt | Rule | Demonstrations | Output | Last | System | Custom
    | Static | Extract | KnowledgeBase | WebSearch | WebCrawl | Function | CodeFile
)  # fmt: skip

Cast = dict[str, Component]
"""What one role is given in one state: components by their keys, in the order written."""

KINDS: dict[str, type[Component]] = {
    "style": Style,
    "task": TaskPrompt,
    "rule": Rule,
    "demonstrations": Demonstrations,
    "output": Output,
    "last": Last,
    "cot": Demonstrations,
    "system": System,
    "CustomizeComponent": Custom,
    "StaticComponent": Static,
    "ExtractComponent": Extract,
    "KnowledgeBaseComponent": KnowledgeBase,
    "WebSearchComponent": WebSearch,
    "WebCrawlComponent": WebCrawl,
    "FunctionComponent": Function,
    "CodeComponent": CodeFile,
}
"""The kinds of component there are, by the key that stands for each."""
