"""Lines of a persona keep its name on their way out, also where only text goes through."""

from dataclasses import replace

from bot.domain.ids import ReplyId
from bot.domain.messages import Reply, ReplyKind
from bot.platforms.console.input import thread_of
from bot.platforms.http.pubsub import reply_body

REPLY = Reply(ReplyId("t.1"), "7", thread_of("main"), ReplyKind.MESSAGE, "Hello", "play")


def test_over_http_the_name_stands_before_the_words():
    assert reply_body(replace(REPLY, speaker="Iago"))["text"] == "Iago: Hello"
    assert reply_body(REPLY)["text"] == "Hello"


def test_words_without_a_persona_are_the_agents_own():
    assert REPLY.spoken == "Hello"
