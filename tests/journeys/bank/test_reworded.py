"""The bank conversation in other words, orders and pieces, with rules alone."""

from tests.journeys.bank.talking import ANAS, CHECKING, moved, talked


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


async def test_the_prices_of_several_shares_come_in_one_answer():
    conversation = await talked("price of AAPL and Microsoft")

    said = conversation.replies[0].text

    assert "(AAPL) costs $228.88" in said
    assert "(MSFT) costs $443.52" in said


async def test_each_wish_of_a_message_is_done_in_its_turn():
    wishes = "price of AAPL, balance of checking, and write a decline letter"

    conversation = await talked("log me in as seldo", "monkey", wishes)

    said = "\n".join(reply.text for reply in conversation.replies)
    assert "costs $228.88" in said
    assert "holds $1,000.00" in said
    assert await conversation.stack() == ["DeclineLetterAssistance"]


async def test_money_is_not_sent_from_the_first_of_two_accounts_that_are_named():
    wish = "send 50 to 1234324 from checking and savings"

    conversation = await talked("log me in as seldo", "monkey", wish)

    assert "I can take only one at a time." in conversation.last.text
    assert await moved(conversation) == []


async def test_what_is_wanted_at_another_time_is_refused_before_any_login():
    conversation = await talked("send 50 to 1234324 tomorrow")

    assert "I cannot do it at another time" in conversation.last.text
    assert await conversation.stack() == []


async def test_a_small_word_is_no_login_name():
    conversation = await talked("transfer money", "tomorrow")

    assert "I have changed nothing." in conversation.last.text  # it is for another time
    assert "Tell me the username here" in conversation.last.text


IN = ("log me in as seldo", "monkey", "balance of checking")


async def test_who_would_rather_send_another_amount_sends_that():
    conversation = await talked(*IN, "I don't want to send 50, send 60", "to 1234324")

    assert await moved(conversation) == [(CHECKING, ANAS, 6000)]


async def test_the_account_to_send_from_is_named_alone_while_a_card_waits():
    conversation = await talked(*IN, "send 700 to 1234324", "from checking")

    assert "from_account: Checking" in conversation.last.text
    assert await moved(conversation) == []


async def test_who_leaves_open_whether_to_send_sends_nothing():
    conversation = await talked(*IN, "send 50 to 1234324 or not")

    assert await moved(conversation) == []
