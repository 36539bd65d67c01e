"""The parts a role's prompt is made of, as they are written in a procedure's file."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator


def _listed(value: object) -> object:
    """Take one text where a list of texts is meant, as files often have it."""
    return (value,) if isinstance(value, str) else value


Texts = Annotated[tuple[str, ...], BeforeValidator(_listed)]


class Written(BaseModel):
    """Something written in a file; keys nobody knows are kept, so that they can be named."""

    model_config = ConfigDict(extra="allow", frozen=True, coerce_numbers_to_str=True)

    @property
    def unknown(self) -> dict[str, Any]:
        """The keys that mean nothing here, with what they hold."""
        return self.model_extra or {}


class Style(Written):
    """Who somebody is; how they write stands with their agent, or here for this state."""

    role: str
    style: str = ""


class Task(Written):
    """What somebody is to do."""

    task: str


class Rule(Written):
    """What somebody must keep to."""

    rule: str


class Demonstrations(Written):
    """Examples to go by: of answers, or of thinking before one."""

    demonstrations: Texts


class Output(Written):
    """The tag an answer is to be put into."""

    output: str


class Last(Written):
    """Words at the very end of the prompt."""

    last_prompt: str


class System(Written):
    """Words of the system prompt, taken as they are."""

    system_prompt: str


class Custom(Written):
    """A template with gaps, filled from what is shared."""

    template: str
    keywords: Texts = ()


class Static(Written):
    """An answer that is always the same; no model is asked for it."""

    output: str


class Extract(Written):
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


class KnowledgeBase(Written):
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


class WebSearch(Written):
    """A search server that is asked about what was said last; the operator must allow it.

    It gets `{"query": "…"}` and answers `{"results": [{"snippet": "…"}, …]}`.
    """

    url: str


class WebCrawl(Written):
    """A page of the web that is read before speaking."""

    page: str


class Function(Written):
    """Tools one of which may be used before speaking, each as `agent.tool`."""

    functions: Texts = Field(min_length=1)


class Code(Written):
    """A shared text that is handed over as a file; it is never run."""

    file_name: str
    keyword: str


Component = (
    Style | Task | Rule | Demonstrations | Output | Last | System | Custom
    | Static | Extract | KnowledgeBase | WebSearch | WebCrawl | Function | Code
)  # fmt: skip

Cast = dict[str, Component]
"""What one role is given in one state: components by their keys, in the order written."""

KINDS: dict[str, type[Component]] = {
    "style": Style,
    "task": Task,
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
    "CodeComponent": Code,
}
"""The kinds of component there are, by the key that stands for each."""
