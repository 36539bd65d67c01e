"""The legal desk: contracts, checks of texts, signatures and consents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit import ToolFailed
from agents.kit.values.errors import BadToolCall
from agents.legal.agent import legal
from agents.legal.contracts import CONSENTS, CONTRACTS
from agents.legal.review import review
from tests.fakes.team import TeamDesk

SOUND = (
    "This agreement begins on 1 August and is governed by the laws of Austria. Either side may "
    "terminate it in writing. Both keep confidential what they learn. Signed by both parties: ___."
)


async def a_desk() -> TeamDesk:
    desk = TeamDesk(legal)
    await desk.do("draft_contract", kind="nda", party="Acme")
    return desk


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        ("employment", "EMPLOYMENT CONTRACT"),
        ("contractor", "CONTRACTOR AGREEMENT"),
        ("nda", "NON-DISCLOSURE AGREEMENT"),
        ("supplier", "SUPPLY AGREEMENT"),
    ],
)
async def test_a_draft_is_handed_over_as_a_text_that_says_it_is_one(kind: str, title: str):
    desk = TeamDesk(legal)

    reply = await desk.do(
        "draft_contract",
        kind=kind,
        party="Jessica Smith",
        start_date="Monday",
        terms="40 h",
    )

    assert reply == f"Contract 1 ({kind}, Jessica Smith) is drafted; it is not signed."
    (text,) = desk.delivered
    assert text.startswith(title)
    for part in ("DRAFT 1 of", "Jessica Smith", "Monday 22 July 2024", "40 h"):
        assert part in text
    assert "{" not in text


async def test_words_in_braces_stay_words():
    desk = TeamDesk(legal)

    await desk.do("draft_contract", kind="nda", party="{number} & {party}", terms="{terms!r}")

    assert "{number} & {party}" in desk.delivered[0]
    assert "{terms!r}" in desk.delivered[0]


async def test_a_contract_goes_from_draft_to_signed_to_ended():
    desk = await a_desk()
    assert await desk.do("contract_status", contract=1) == "Contract 1, nda with Acme: draft."

    assert (
        await desk.do("record_signature", contract=1, signed_by="Maria Lopez", day="yesterday")
        == "Contract 1 (nda, Acme) was signed by Maria Lopez on Tuesday 16 July 2024."
    )
    assert await desk.do("contract_status", contract=1) == (
        "Contract 1, nda with Acme: signed by Maria Lopez on 2024-07-16."
    )

    assert await desk.do("end_contract", contract=1, last_day="2024-12-31") == (
        "Contract 1 with Acme ends on Tuesday 31 December 2024."
    )
    assert [row["status"] for row in desk.rows(CONTRACTS)] == ["ended"]


async def test_moves_out_of_order_are_refused():
    desk = await a_desk()
    with pytest.raises(ToolFailed, match="Contract 1 is not in force: it is draft"):
        await desk.do("end_contract", contract=1, last_day="Monday")
    with pytest.raises(ToolFailed, match="is still to come; nobody has signed then"):
        await desk.do("record_signature", contract=1, signed_by="Maria", day="tomorrow")
    await desk.do("record_signature", contract=1, signed_by="Maria", day="today")

    with pytest.raises(ToolFailed, match="Contract 1 is signed already"):
        await desk.do("record_signature", contract=1, signed_by="Maria", day="today")
    with pytest.raises(ToolFailed, match=r"There is no contract 4\. There are: 1 \(Acme\)"):
        await desk.do("record_signature", contract=4, signed_by="Maria", day="today")


@pytest.mark.parametrize("name", ["record_signature", "end_contract"])
async def test_what_cannot_be_done_is_refused_before_anybody_is_asked(name: str):
    desk = TeamDesk(legal)
    tool = legal.tool_named(name)
    assert tool is not None
    assert tool.check is not None

    with pytest.raises(ToolFailed, match=r"There is no contract 1\. None is drafted yet"):
        await tool.check(desk.turn(), {"contract": 1})


async def test_contracts_are_listed_with_somebody_or_all():
    desk = await a_desk()
    await desk.do("draft_contract", kind="supplier", party="Oak & Sons")

    assert await desk.do("contract_status", party="oak") == (
        "Contracts with oak:\n- Contract 2, supplier with Oak & Sons: draft"
    )
    assert len((await desk.do("contract_status")).splitlines()) == 3
    assert await desk.do("contract_status", party="Zed") == "There is no contract with Zed."


async def test_a_kind_of_contract_is_one_of_those_we_draft():
    with pytest.raises(BadToolCall, match="kind"):
        await TeamDesk(legal).do("draft_contract", kind="marriage", party="Jessica")


async def test_a_consent_is_kept_and_can_be_withdrawn():
    desk = TeamDesk(legal)

    assert await desk.do("record_consent", person="Jessica Smith", purpose="team photos") == (
        "Consent 1: Jessica Smith agreed to team photos on Wednesday 17 July 2024."
    )
    assert await desk.do("withdraw_consent", consent=1) == (
        "Consent 1 is withdrawn: Jessica Smith no longer agrees to team photos."
    )

    assert [row["withdrawn_on"] for row in desk.rows(CONSENTS)] == ["2024-07-17"]
    with pytest.raises(ToolFailed, match="Consent 1 was withdrawn on 2024-07-17"):
        await desk.do("withdraw_consent", consent=1)
    with pytest.raises(ToolFailed, match="There is no consent 2"):
        await desk.do("withdraw_consent", consent=2)


def test_a_sound_text_gives_nothing_to_look_at():
    assert review(SOUND).endswith("this is no legal advice. Nothing stands out.")


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        (SOUND.replace("is governed by the laws of Austria", "holds"), "which law applies"),
        (SOUND.replace("Either side may terminate it in writing.", ""), "how it ends"),
        (SOUND.replace("begins on 1 August and ", ""), "from when it holds"),
        (SOUND.replace("Signed by both parties: ___.", ""), "who signs it"),
        (SOUND.replace("confidential what they learn", "it up"), "what is kept secret"),
        (f"{SOUND} It renews automatically.", "it renews itself (“renews automatically”)"),
        (f"{SOUND} There is unlimited liability.", "a liability without limit"),
        (f"{SOUND} Acme shall indemnify us.", "one side indemnifies the other (“indemnify”)"),
        (f"{SOUND} A penalty of $5 is due.", "a penalty"),
        (f"{SOUND} We may do so in our sole discretion.", "one side alone may change it"),
        (f"{SOUND} You work for us exclusively.", "it is exclusive"),
        (f"{SOUND} This grant is irrevocable.", "it cannot be revoked"),
        (f"{SOUND} The price is [   ].", "a gap to fill in"),
        (f"{SOUND} {'word ' * 61}.", "1 sentence is longer than 60 words"),
    ],
)
def test_what_a_text_lacks_or_should_not_say_is_found(text: str, finding: str):
    assert finding in review(text)


def test_a_scrap_of_text_is_not_checked():
    assert review("to be done") == (
        "That is only 3 words. Please give me the whole text to check."
    )
    assert review("contract").startswith("That is only one word.")


async def test_a_document_is_reviewed_by_the_tool():
    assert await TeamDesk(legal).do("review_document", text=SOUND) == review(SOUND)


@given(st.text(max_size=3000))
def test_any_text_can_be_checked(text: str):
    assert review(text)
