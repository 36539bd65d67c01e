"""Commands: the words that are one, and the messages that are not."""

import pytest

from bot.core.commands.grammar import VERBS, find_command


@pytest.mark.parametrize("word", ["stop", "help", "tasks", "why", "new", "agents", "requests"])
def test_exactly_its_word_is_a_command(word: str):
    assert find_command(word, slash=False) == (word, "")


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("cancel", "stop"),
        ("abort", "stop"),
        ("never mind", "stop"),
        ("forget it", "stop"),
        ("status", "tasks"),
        ("what were we doing", "tasks"),
        ("where were we", "tasks"),
        ("What is waiting for me?", "requests"),
        ("anything to approve?", "requests"),
        ("start over", "new"),
    ],
)
def test_some_commands_have_other_names(words: str, command: str):
    assert find_command(words, slash=False) == (command, "")
    assert find_command(f"/frontdesk {words}", slash=True) == (command, "")


@pytest.mark.parametrize(
    "words",
    [
        *("cancel everything", "Cancel all, please.", "stop everything!", "stop all"),
        *("alles abbrechen", "tout annuler", "全部キャンセル", "отменить всё"),
        *("abort everything", "cancel all my tasks", "stopp alles", "detener todo", "parar tudo"),
        *(
            "arrêtez tout",
            "fermate tutto",
            "stop alles",
            "stoppa allt",
            "stop alt",
            "lopeta kaikki",
        ),
        *("zatrzymaj wszystko", "zastav vše", "останови всё", "зупини все", "hepsini durdur"),
        *("全部止めて", "停止所有", "모두 중지", "أوقف كل شيء", "सब बंद करो"),
    ],
)
def test_to_stop_everything_is_more_than_to_stop(words: str):
    assert find_command(words, slash=False) == ("stop", "all")
    assert find_command(f"/frontdesk {words}", slash=True) == ("stop", "all")


@pytest.mark.parametrize(
    ("words", "command"),
    [
        *(("abbrechen", "stop"), ("やめて。", "stop"), ("Hilfe!", "help"), ("помощь", "help")),
        *(("¿Por qué?", "why"), ("Status?", "tasks"), ("任务", "tasks"), ("neu anfangen", "new")),
    ],
)
def test_commands_are_known_in_many_languages_at_once(words: str, command: str):
    assert find_command(words, slash=False) == (command, "")
    assert find_command(f"/{words}", slash=False) == (command, "")


@pytest.mark.parametrize("words", ["cancel the plan", "Stop my plan!", "brich den Plan ab"])
def test_a_plan_is_cancelled_in_words(words: str):
    assert find_command(words, slash=False) == ("plan", "cancel")


@pytest.mark.parametrize("words", ["make a plan to onboard Ben", "please create a plan for Q3"])
def test_a_wish_for_a_plan_is_read_like_any_other(words: str):
    assert find_command(words, slash=False) is None


@pytest.mark.parametrize("written", ["Stop", " STOP ", "stop!", "stop.", "Stop?!", "\nstop\n"])
def test_case_blanks_and_punctuation_do_not_matter(written: str):
    assert find_command(written, slash=False) == ("stop", "")


def test_blanks_between_the_words_do_not_matter():
    assert find_command("What  were\nwe doing?", slash=False) == ("tasks", "")


@pytest.mark.parametrize(
    "message",
    [
        *["stop the transfer to Sam", "help me transfer money", "why is the sky blue?"],
        *["a new account", "cancel my card", "what is the status of my claim", "tasks for today"],
        *["", " ", "?", "500", "Checking", "yes", "stops", "newer"],
    ],
)
def test_a_message_that_only_contains_a_word_is_none(message: str):
    assert find_command(message, slash=False) is None


@pytest.mark.parametrize(
    ("written", "command"),
    [
        ("/frontdesk stop", "stop"),
        ("/frontdesk  Stop!", "stop"),
        ("/stop", "stop"),
        ("stop", "stop"),
        ("/frontdesk cancel", "stop"),
        ("/cancel", "stop"),
        ("/frontdesk what were we doing?", "tasks"),
    ],
)
def test_a_slash_command_is_found_with_or_without_the_name_of_the_bot(written: str, command: str):
    assert find_command(written, slash=True) == (command, "")


@pytest.mark.parametrize("written", ["/frontdesk", "/frontdesk ", "/", ""])
def test_a_slash_command_without_a_word_asks_for_help(written: str):
    assert find_command(written, slash=True) == ("help", "")


def test_what_follows_a_slash_command_is_its_argument():
    assert find_command("/frontdesk expire 17-a", slash=True) == ("expire", "17-a")


def test_a_slash_command_nobody_knows_is_still_a_command():
    assert find_command("/frontdesk dance", slash=True) == ("dance", "")


def test_expiring_a_request_is_no_word_of_a_conversation():
    assert find_command("expire", slash=False) is None


@pytest.mark.parametrize(
    ("words", "command"),
    [
        *[
            (f"{said}", "stop")
            for said in ("stop stop stop", "STOP! Stop!", "stop, please", "quit")
        ],
        *[("please stop", "stop"), ("stop it", "stop"), ("help, please", "help")],
        *[(f"{said}", "stop") for said in ("cancel it", "cancel that, please", "Cancel this!")],
    ],
)
def test_a_word_said_politely_or_again_and_again_is_still_one(words: str, command: str):
    assert find_command(words, slash=False) == (command, "")


def test_what_stands_behind_a_slash_is_a_command_even_with_too_much_behind_it():
    assert find_command("/stop lunch", slash=False) == ("stop", "lunch")
    assert find_command("/tmp/stop", slash=False) is None  # noqa: S108 - a path that is typed, none that is used


@pytest.mark.parametrize(
    "line", [verb.line for verb in VERBS.values() if verb.written[:2] in {": ", "[:"}]
)
def test_what_help_shows_with_a_colon_can_be_typed_so_with_a_slash_and_without(line: str):
    name = line.removeprefix("- ").partition(":")[0].rstrip("[")

    assert find_command(f"{name}: for lunch", slash=False) == (name, "for lunch")
    assert find_command(f"/frontdesk {name}: for lunch", slash=True) == (name, "for lunch")
    assert find_command(f"/{name} for lunch", slash=False) == (name, "for lunch")
    assert f"{name}:" in line or f"{name}[:" in line


@pytest.mark.parametrize("words", ["decide xyz approve", "decide approve", "decide 7 reject"])
def test_a_decision_without_a_proper_id_is_a_command_too(words: str):
    assert find_command(words, slash=False) == ("decide", words.removeprefix("decide "))


@pytest.mark.parametrize("words", ["decide to approve the budget", "decide what to order"])
def test_a_wish_to_decide_something_is_none(words: str):
    assert find_command(words, slash=False) is None
