"""The bank conversation in other words, orders and pieces, with rules alone."""

from tests.journeys.bank import talked


async def test_a_name_given_with_the_wish_is_not_asked_for():
    conversation = await talked("send 50 to 1234324 as seldo", "monkey")

    assert any("logged in as seldo" in reply.text for reply in conversation.replies)


async def test_a_line_about_something_else_is_not_taken_for_the_login_name():
    conversation = await talked("log me in")

    said = await conversation.say("note that I like tea")

    assert "your login name" in said or "your username" in said
    assert await conversation.stack() == ["authenticate"]


async def test_the_last_transactions_are_shown_by_the_bank():
    conversation = await talked("show my last transactions", "seldo", "monkey", "checking")

    assert "Latest movements of Checking (1234567890)" in "\n".join(
        reply.text for reply in conversation.replies
    )
