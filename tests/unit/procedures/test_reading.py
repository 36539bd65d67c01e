"""Which files are procedures, which are refused, and what is said about either."""

import json
from typing import Any

import pytest
import yaml

from agents.kit import Turn, tool
from agents.kit.agent import Agent
from agents.kit.procedures import (
    ProcedureWrong,
    Reading,
    Surroundings,
    procedure_agent,
    procedure_of,
    read_procedure,
    toolbox,
)
from agents.kit.procedures.procedure import HISTORY
from tests.unit.procedures.stories import a_part, a_procedure, a_state, a_talk, as_yaml, with_state

MISSING = object()


def read(raw: dict[str, Any], **around: Any) -> Reading:
    return read_procedure(as_yaml(raw), Surroundings(**around))


def changed(path: str, value: Any = MISSING) -> dict[str, Any]:
    """The talk with another value under a dotted path; without one, the key is taken out."""
    raw = a_talk()
    *parents, last = path.split(".")
    place = raw
    for key in parents:
        place = place.setdefault(key, {})
    if value is MISSING:
        del place[last]
    else:
        place[last] = value
    return raw


def test_a_procedure_that_is_right_is_read_without_a_word():
    reading = read(a_talk())

    assert (reading.problems, reading.warnings) == ((), ())
    assert reading.procedure is not None
    assert reading.procedure.history == HISTORY


def test_it_is_called_by_its_file_where_it_has_no_name():
    assert a_procedure(changed("name"), name="morning_round").name == "morning_round"


def test_an_agent_is_made_of_it_that_people_can_ask_for():
    raw = a_talk(description="Talks it over.", introduction="Talking it over", examples=["talk"])

    agent = procedure_agent(a_procedure(raw))
    plain = procedure_agent(a_procedure())

    assert (agent.name, agent.description, agent.introduction, agent.examples) == (
        "talk", "Talks it over.", "Talking it over", ("talk",),
    )  # fmt: skip
    assert plain.introduction == "Talk"
    assert "Ann, Ben" in plain.description


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: [", "not YAML"),
        ("- a", "no procedure"),
        ("", "no procedure"),
        ("{}", "root"),
        ("!!python/object/apply:os.system [ls]", "not YAML"),
    ],
)
def test_what_is_no_procedure_is_refused(text: str, says: str):
    reading = read_procedure(text)

    assert reading.procedure is None
    assert says in "\n".join(reading.problems)


def test_all_problems_are_shown_at_once_to_who_needs_it_right():
    raw = changed("root", "nowhere")
    raw["relations"]["chat"]["2"] = "elsewhere"

    with pytest.raises(ProcedureWrong) as caught:
        procedure_of(as_yaml(raw), Surroundings("morning"))

    assert "The procedure morning cannot be used" in str(caught.value)
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("root", "nowhere", "root: there is no state nowhere; there are welcome, chat."),
        ("root", "end_state", "root: nobody speaks in end_state; there are welcome, chat."),
        ("deliver", True, "deliver: put quotes around yes, no, on and off"),
        ("agents", ["Ann"], "agents: write names here, each with what belongs to it."),
        ("relations.chat.1", "bye", "relations.chat.1: there is no state bye."),
        ("relations.chat.on", "welcome", "relations.chat.on: the keys are digits"),
        ("relations.chat", {"1": "end_state", "2": "chat"}, "states.chat: relations: the first"),
        ("relations.chat", {"0": "chat", "2": "end_state"}, "“1”, which is missing"),
        ("relations.lost", {"0": "chat"}, "relations.lost: there is no such state."),
        ("relations.chat", {}, "states.chat: there is no way on from here"),
        ("relations.chat", {"0": "chat"}, "states.chat: no way leads from here to end_state"),
        ("states.chat.begin_role", "king", "states.chat: begin_role: king is none of its roles"),
        ("states.chat.roles", ["host", "king"], "states.chat: roles: no agent plays king"),
        ("agents.Ben.roles.lost", "guest", "agents.Ben.roles.lost: there is no such state."),
        ("agents.Cy", {"roles": {"chat": "host"}}, "states.chat: roles: 2 agents play host"),
        ("states.chat.agent_states.guest", {}, "agent_states: guest has no parts"),
        ("config.User_Names", ["Zoe"], "config.User_Names: there is no agent Zoe."),
        ("config.MAX_CHAT_HISTORY", "many", "config.MAX_CHAT_HISTORY: write a whole number here."),
        ("config.API_KEY", "sk-123", "config.API_KEY: take it out and set OPENAI_API_KEY"),
        ("states.chat.controller.controller_type", "vote", "controller_type"),
        ("states.chat.controller.judge_extract_words", "a b", "judge_extract_words"),
        ("states.chat.controller.judge_words", {"5": ["x"]}, "judge_words.5: there is no such"),
        ("environment_type", "hostile", "write 'cooperative' or 'competitive'."),
        ("name", "two words", "name: write one short word"),
    ],
)
def test_what_cannot_work_is_refused_with_its_key(path: str, value: Any, says: str):
    reading = read(changed(path, value))

    assert reading.procedure is None
    assert says in "\n".join(reading.problems)


@pytest.mark.parametrize(
    ("who", "keys"),
    [
        ("judge", {"judge_last_prompt": "Answer <stop>1</stop>."}),
        ("call", {"call_system_prompt": "Answer <who>x</who>.", "controller_type": "rule"}),
    ],
)
def test_a_tag_that_is_asked_for_but_not_read_is_refused(who: str, keys: dict[str, Any]):
    raw = with_state("chat", a_state("host", "guest", controller={"max_chat_nums": 4, **keys}))
    right = with_state("chat", a_state("host", "guest", controller={
        "max_chat_nums": 4, **keys, f"{who}_extract_words": "stop" if who == "judge" else "who",
    }))  # fmt: skip

    assert f"controller.{who}_extract_words" in "\n".join(read(raw).problems)
    assert read(right).problems == ()


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("states.chat.environment_promt", "x",
         "environment_promt: is not known here and is left out (did you mean environment_pro"),
        ("colour", "red", "colour: is not known here and is left out."),
        ("config.API_KEY", "API_KEY", "config.API_KEY: is left out; the key stands in the"),
        ("LLM_type", "OpenAI", "LLM_type: is left out; the operator chooses the model"),
        ("states.chat.LLM", {"model": "x"}, "`model` of a state may name another"),
        ("states.chat.controller.max_chat", 3, "(did you mean max_chat_nums?)"),
        ("states.chat.agent_states.guest.LLM", {}, "guest.LLM: is left out"),
        ("states.chat.agent_states.guest.tusk", {}, "tusk: no such component, is left out; there"),
        ("states.chat.agent_states.guest.task.work", 1, "task.work: is not known here"),
        ("states.chat.agent_states.king", {"task": {"task": "rule"}}, "king never speaks"),
        ("states.chat.summary_prompt", {"king": "x"}, "summary_prompt.king: nobody plays"),
        ("states.chat.controller", {}, "controller.max_chat_nums: there is no cap"),
        ("states.welcome.begin_query", "", "begin_query: host opens this state with a blank"),
        ("states.attic", a_state("host"), "states.attic: no way leads here from welcome."),
    ],
)  # fmt: skip
def test_what_works_but_is_hardly_meant_is_told(path: str, value: Any, says: str):
    raw = changed(path, value)
    if path == "states.attic":
        raw["relations"]["attic"] = {"0": "end_state"}
        raw["agents"]["Ann"]["roles"]["attic"] = "host"

    reading = read(raw)

    assert reading.problems == ()
    assert says in "\n".join(reading.warnings)


def test_a_circle_that_a_person_is_in_only_makes_a_warning():
    raw = changed("relations.chat", {"0": "chat"})
    raw["agents"]["Ben"]["person"] = True

    reading = read(raw)

    assert reading.problems == ()
    assert any("only “cancel” ends it" in warning for warning in reading.warnings)


@pytest.mark.parametrize(
    ("component", "value", "says"),
    [
        ("WebSearchComponent", {"engine_name": "bing", "api": {"bing": "k"}},
         "WebSearchComponent.engine_name: write `url`"),
        ("WebCrawlComponent", {"name": "x"}, "WebCrawlComponent.name: write `page`"),
        ("WebSearchComponent", {"url": "search"}, "write the whole address"),
        ("WebCrawlComponent", {"page": "file:///etc/passwd"}, "page: write the whole address"),
        ("CategoryRequirementsComponent", {}, "write a KnowledgeBaseComponent"),
        ("MailComponent", {}, "write a FunctionComponent with a tool that reads or sends mail"),
        ("KnowledgeBaseComponent", {"knowledge_path": "a.json"}, "knowledge_path: a.json cannot"),
        ("KnowledgeBaseComponent", {}, "holds nothing; write `knowledge`"),
        ("FunctionComponent", {"functions": ["desk.opn"]}, "did you mean desk.open?"),
        ("FunctionComponent", {"functions": ["x"]}, "write them as agent.tool"),
        ("FunctionComponent", {"functions": ["desk.open", "shop.open"]}, "the same name"),
        ("FunctionComponent", {"functions": []}, "FunctionComponent.functions"),
        ("ExtractComponent", {"extract_words": []}, "ExtractComponent.extract_words"),
        ("task", "Talk.", "write what belongs to it under names, as in `task: {task: …}`"),
        ("task", {"work": "x"}, "states.chat.agent_states.guest.task.task: is missing."),
    ],
)  # fmt: skip
def test_a_component_that_cannot_be_done_says_what_to_write_instead(
    component: str, value: Any, says: str
):
    @tool
    def open(turn: Turn) -> str:  # noqa: A001 - a tool's name
        """Open it."""
        return "open"

    desks = [Agent(name=name, description=name, tools=(open,)) for name in ("desk", "shop")]
    raw = changed(f"states.chat.agent_states.guest.{component}", value)

    reading = read(raw, tools=toolbox(desks))

    assert reading.procedure is None
    assert says in "\n".join(reading.problems)


def test_a_file_in_the_form_of_the_original_is_played_as_it_is():
    """All documented keys at once: what there is here is used, what there is not is told."""
    model = {"LLM_type": "OpenAI", "LLM": {"temperature": 0.3, "model": "m", "log_path": "l"}}
    raw = a_talk(
        config={
            "API_KEY": "API_KEY", "PROXY": "", "API_BASE": "", "MAX_CHAT_HISTORY": "3",
            "TOP_K": "1", "ACTIVE_MODE": "0", "GRADIO": "0", "User_Names": '["Ben"]',
        },
        environment_type="competive",  # codespell:ignore competive
        finish_state_name="end_state",
        **model,
    )  # fmt: skip
    raw["states"]["end_state"] = {"agent_states": {}}
    raw["states"]["chat"] |= {
        **model,
        "begin_role": "host",
        "begin_query": "Go!",
        "environment_prompt": "A room.",
        "summary_prompt": {"host": "Sum up."},
        "summary_system_prompt": "Sum up.",
        "controller": {
            "controller_type": "rule", "max_chat_nums": 8, "judge_system_prompt": "",
            "judge_last_prompt": "", "judge_extract_words": "end", "call_system_prompt": "",
            "call_last_prompt": "", "call_extract_words": "end",
        },
    }  # fmt: skip
    host = a_part(
        "host", **model, rule={"rule": "r"}, demonstrations={"demonstrations": "d"},
        output={"output": "o"}, last={"last_prompt": "l"}, cot={"demonstrations": ["c"]},
        system={"system_prompt": "s"},
        CustomizeComponent={"template": "{x}", "keywords": ["x"]},
        StaticComponent={"output": "o"},
        ExtractComponent={"extract_words": ["x"], "system_prompt": "", "last_prompt": ""},
    )  # fmt: skip
    raw["states"]["chat"]["agent_states"] = {"host": host, "guest": {}}

    reading = read(raw)

    assert reading.problems == ()
    assert reading.procedure is not None
    assert reading.procedure.is_competitive
    assert list(reading.procedure.cast("chat", "host")) == [k for k in host if "LLM" not in k]
    told = {warning.partition(":")[0] for warning in reading.warnings}
    assert told == {
        "LLM_type", "LLM", "config.API_KEY", "config.PROXY", "config.API_BASE",
        "config.ACTIVE_MODE", "config.GRADIO", "states.chat.LLM_type", "states.chat.LLM",
        "states.chat.agent_states.host.LLM_type", "states.chat.agent_states.host.LLM",
    }  # fmt: skip


def test_what_is_yaml_may_be_json():
    assert read_procedure(json.dumps(a_talk())).procedure == procedure_of(yaml.safe_dump(a_talk()))
