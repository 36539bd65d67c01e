"""Discord's shapes of commands and names, and the address that lets the bot in."""

from bot.platforms.discord.receive.slash_commands import LONGEST_ABOUT, commands, text_of
from bot.platforms.discord.wire.rest_client import invitation
from bot.platforms.discord.wire.threads import LONGEST_NAME, USUAL_NAME, name_of


def test_a_command_reads_as_it_would_be_typed():
    about = {"name": "about", "type": 3, "value": "show p1"}
    verb = {"name": "plan", "type": 1, "options": [about]}

    assert text_of({"name": "frontdesk", "options": [verb]}) == "/frontdesk plan show p1"
    assert text_of({"options": [{"name": "stop", "type": 1}]}) == "/frontdesk stop"
    assert text_of({"options": "odd"}) == "/frontdesk help"


def test_every_command_is_within_discords_limits():
    for group in commands():
        assert len(group["options"]) <= 25
        for verb in group["options"]:
            assert 1 <= len(verb["description"]) <= 100
            for about in verb["options"]:
                assert 1 <= len(about["description"]) <= 100
                assert about["max_length"] == LONGEST_ABOUT


def test_a_thread_is_named_by_the_first_words():
    assert name_of("transfer 20\n to Sam") == "transfer 20 to Sam"
    assert name_of("  ") == USUAL_NAME
    assert name_of("word " * 30).endswith("word…")
    assert len(name_of("x" * 300)) == LONGEST_NAME


def test_a_thread_is_not_named_by_the_numbers_of_people_and_places():
    assert name_of("<@&7> tell <@!5> of <#9> <a:wave:12>") == "tell of :wave:"
    assert name_of("<@5>") == USUAL_NAME


def test_the_invitation_asks_for_what_the_bot_needs():
    address = invitation("123")

    assert address.startswith("https://discord.com/oauth2/authorize?client_id=123&")
    assert "scope=bot+applications.commands" in address
