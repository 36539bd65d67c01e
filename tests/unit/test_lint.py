"""The catalogue's lint: what it refuses, and what it only doubts."""

from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from agents.kit import (
    Agent,
    Approval,
    Column,
    EffectKey,
    Fact,
    Outcome,
    Table,
    Tool,
    Turn,
    always,
    done,
    tool,
)
from agents.kit.lint import findings, warnings

LoggedIn = Fact("LoggedIn", "being logged in")
NOBODY_MAY_APPROVE = (
    "helper.done: needs a second person's approval but names no approvers, so nobody can give it."
)
ONLY_FUNCTIONS_PROVIDE = (
    "helper: only a function can establish what an agent itself provides; "
    "let one of its tools provide it."
)
ONLY_ITSELF_PROVIDES = (
    "teller.pay: requires BalanceSeen, which only its own see_balance provides; its model must "
    "call that first, and without a model nobody does."
)
NOBODY_CAN_TELL = (
    "one: pay has an effect but neither takes an EffectKey nor can be asked for the outcome; "
    "after a crash a person must look whether it happened."
)

BalanceSeen = Fact("BalanceSeen", "having seen the balance", rests_on=(LoggedIn,))


@tool(provides=[LoggedIn])
def log_in(turn: Turn, name: str) -> str:
    """Log somebody in."""
    turn.establish(LoggedIn)
    return name


@tool(requires=[LoggedIn], provides=[BalanceSeen])
def see_balance(turn: Turn) -> str:
    """Look the balance up."""
    turn.establish(BalanceSeen)
    return "nothing"


@tool(requires=[BalanceSeen], effect=True, approval=always())
def pay(amount: int, key: EffectKey) -> str:
    """Pay somebody."""
    return f"{amount} {key}"


def an_agent(name: str = "helper", **details: Any) -> Agent:
    given = {
        "description": f"Does what {name} does.",
        "introduction": f"Doing {name}",
        "prompt": "Help.",
    }
    return Agent(name=name, **{**given, **details})


DOORMAN = an_agent("doorman", tools=(log_in,))
CLERK = an_agent("clerk", tools=(see_balance,), requires=(LoggedIn,))
PAYER = an_agent("payer", tools=(pay,), requires=(BalanceSeen,))


def test_a_chain_of_prerequisites_is_fine():
    catalogue = (DOORMAN, CLERK, PAYER)

    assert findings(catalogue) == []
    assert warnings(catalogue) == []


def test_everything_wrong_is_said_at_once():
    catalogue = (
        an_agent("helper"),
        an_agent("Helper", description="Helps."),
        an_agent("Bad Name"),
        an_agent("Stop"),
    )

    assert findings(catalogue) == [
        "helper: 2 agents have this name; give each its own.",
        "Bad Name: not a valid name; use letters, digits and “_”, a letter first.",
        "Stop: this word is a command; choose another name.",
    ]


def test_a_fact_nobody_provides():
    assert findings((an_agent("payer", requires=(LoggedIn,)),)) == [
        "payer: requires LoggedIn, which no agent provides."
    ]


def test_a_fact_that_rests_on_one_nobody_provides():
    clerk = an_agent("clerk", tools=(replace(see_balance, requires=()),))

    assert findings((clerk,)) == ["fact BalanceSeen: rests on LoggedIn, which no agent provides."]


def test_an_agent_that_needs_what_only_it_provides():
    doorman = replace(DOORMAN, requires=(LoggedIn,))

    assert findings((doorman,)) == [
        "doorman: requires LoggedIn and is itself what provides it, so it can never start."
    ]


def test_prerequisites_that_go_round_in_a_circle():
    doorman = an_agent("doorman", tools=(replace(log_in, requires=(BalanceSeen,)),))

    assert findings((doorman, CLERK)) == [
        (
            "clerk, doorman: cyclic prerequisites: BalanceSeen (clerk) needs LoggedIn (doorman) "
            "needs BalanceSeen."
        )
    ]


def test_a_second_way_to_establish_a_fact_breaks_the_circle():
    round_about = replace(log_in, name="log_in_by_balance", requires=(BalanceSeen,))
    doorman = an_agent("doorman", tools=(round_about, log_in))

    assert findings((doorman, CLERK)) == []


def test_what_only_a_tool_of_the_same_agent_provides_is_doubted():
    teller = an_agent("teller", tools=(see_balance, replace(pay, approval=None)))

    assert warnings((DOORMAN, teller)) == [ONLY_ITSELF_PROVIDES]
    assert findings((DOORMAN, teller)) == []
    assert warnings((DOORMAN, CLERK, teller)) == []


def test_two_facts_of_one_name():
    other = an_agent("other", requires=(Fact("LoggedIn", "something else"),))

    assert findings((DOORMAN, other)) == [
        "fact LoggedIn: declared twice, differently; import it from one place."
    ]


def test_what_is_wrong_with_tools():
    silent: Tool = replace(log_in, description=" ", takes_turn=None)
    lonely = Approval(needed=lambda _: True, because="two people", policy="four_eyes")
    agent = an_agent(tools=(silent, silent, replace(pay, name="done", approval=lonely)))

    assert findings((DOORMAN, CLERK, agent)) == [
        "helper: 2 of its tools are called log_in.",
        "helper.log_in: has no description; write a docstring, it is what the model reads.",
        "helper.log_in: provides a fact but takes no Turn, so it can never establish it.",
        "helper.done: every agent has this tool already; choose another name.",
        NOBODY_MAY_APPROVE,
    ]


def test_an_agent_that_is_nothing():
    assert findings((an_agent(prompt="", description="", provides=(LoggedIn,)),)) == [
        "helper: has no description, so that no model can choose it.",
        "helper: has neither a function to run nor a prompt nor tools.",
        ONLY_FUNCTIONS_PROVIDE,
    ]


def test_descriptions_that_cannot_be_told_apart():
    one = an_agent("one", description="Moves money.")
    two = an_agent("two", description="moves  MONEY")

    assert findings((one, two)) == ["one, two: their descriptions cannot be told apart."]


def test_tables_that_cannot_be_kept():
    first = an_agent("first", tables=(Table("notes", (Column("id", key=True),)),))
    second = an_agent("second", tables=(Table("notes", (Column("id"),)),))

    assert findings((first, second)) == [
        "first, second: the table notes is declared twice, differently.",
        "second: its table notes has no key column; give one Column(…, key=True).",
    ]


async def _run(turn: Turn) -> Outcome:
    return done(turn.text)


def test_what_only_seems_wrong():
    risky = replace(pay, requires=(), takes_key=None)
    careful = replace(pay, name="ask", effect=False, requires=())
    one = an_agent("one", tools=(risky, careful), examples=("do it",), introduction="")
    two = an_agent("two", run=_run, tools=(log_in,), examples=("Do it",))

    assert warnings((one, two)) == [
        "one: is shown to people but has no introduction.",
        NOBODY_CAN_TELL,
        "one: ask needs an approval but declares no effect.",
        "two: is a function and has tools; only its function runs.",
        "two: is a function and has a prompt, which nothing reads.",
        "one, two: share the example “do it”.",
        "two: provides LoggedIn, which nothing requires.",
    ]


def test_descriptions_that_are_nearly_the_same():
    one = an_agent("one", description="Looks up the price of a stock today")
    two = an_agent("two", description="Looks up the price of a stock")

    assert warnings((one, two)) == ["one, two: their descriptions are nearly the same."]


@tool(ends_task=True)
def bake(
    pizza: str, size: Annotated[str, Field(description="the size")], oven: str = "stone"
) -> str:
    """Bake a pizza."""
    return f"{size} {pizza} {oven}"


def test_a_form_that_asks_for_something_without_saying_what_is_doubted():
    assert warnings([an_agent("baker", tools=(bake,))]) == [
        (
            "baker: bake asks people for “pizza”, which has no description; write "
            'Annotated[…, Field(description="the …")].'
        )
    ]


def test_a_talker_describes_what_it_asks_for_in_its_own_words():
    assert warnings([an_agent("baker", tools=(bake,), style="talk")]) == []
