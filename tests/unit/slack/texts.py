"""Texts as people, models and attackers write them; strategies for what must hold of any."""

from hypothesis import strategies as st

HOSTS = frozenset({"docs.example.com"})

BROADCASTS = (
    "<!channel>",
    "<!here|here>",
    "<!everyone>",
    "<!subteam^S123|@ops>",
    "<@U12345>",
    "<#C12345|general>",
    "@here",
    "@channel",
    "@everyone",
    "&lt;!channel&gt;",
    "<!date^1^{date}|x>",
)
ADDRESSES = (
    "http://evil.test/a?q=SECRET",
    "https://evil.example/x.png",
    "evil.com/x",
    "www.evil.com",
    "[google.com](http://evil.com)",
    "[docs.example.com](https://evil.com)",
    "![pixel](https://evil.com/p.gif)",
    "<https://evil.com|docs>",
    "<https://evil.com>",
    "<mailto:a@evil.com>",
    "mailto:a@evil.com",
    "slack://open",
    "http://10.0.0.1/x",
    "169.254.169.254",
    "http://[::1]/",
    "https://docs.example.com.evil.com/",
    "https://docs.example.com@evil.com/",
    "https://docs.example.com:80@evil.com/",
    "https://docs.example.com\\@evil.com",
    "https://d\u043ecs.example.com",
    "[x](javascript:alert(1))",
    "[ref]: https://evil.com",
    "https:**//evil.com**",
    "ev**il.com**",
    "HTTPS://EVIL.COM",
    "evil\u3002com",
    "xn--evil-abc.com",
    "https&#58;//evil.com",
)
MARKUP = (
    "**",
    "__",
    "*",
    "_",
    "~~",
    "`",
    "```",
    "\n```\n",
    "~~~",
    "\n\n",
    "\n",
    "> ",
    "\n- ",
    "\n1. ",
    "\n# ",
    "\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "|",
    "[",
    "](",
    ")",
    "\\",
    "&",
    "<",
    ">",
    "https://docs.example.com/a?b=1&c=2",
    "[docs](https://docs.example.com/a)",
    "    ",
    "\t",
)
HIDDEN = ("\u202e", "\u200b", "\u2066", "\U000e0041", "\x00", "\x1b", "\x85", "\ud800", "\ufeff")
WORDS = ("pay", "Sam", "1234567890", "café", "日本語", "💸", "⟨U+202E⟩", "a" * 90, "ok.", "x=1")

pieces = st.one_of(
    st.sampled_from(BROADCASTS),
    st.sampled_from(ADDRESSES),
    st.sampled_from(MARKUP),
    st.sampled_from(HIDDEN),
    st.sampled_from(WORDS),
    st.text(st.characters(), max_size=20),
)
hostile = st.lists(pieces, max_size=30).map(" ".join) | st.lists(pieces, max_size=30).map("".join)
long_hostile = st.builds(lambda text, times: text * times, hostile, st.integers(1, 60))
