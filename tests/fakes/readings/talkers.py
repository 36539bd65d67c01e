"""What people say to agents that talk, and what those do on it."""

from tests.fakes.readings.rows import Move, Row, rows_for

_COUNT = "SELECT count(*) AS employees FROM employees"

ROWS: list[Row] = [
    *rows_for(
        "employees",
        *("how many employees…", "how many people work here…", "count the staff…"),
        *("who are the heads…", "who are the newest…", "ask the staff database", "who works in…"),
        *("how many work in…", "how many are we?", "delete everybody"),
    ),
    *rows_for(
        "web_reader",
        *("read http…", "what does the page…", "summarise this web page", "anything new on…"),
        *("what is new on…", "what is a web page written in?", "look around"),
    ),
    *rows_for(
        "extractor",
        *("extract the…", "which amounts are in this letter?", "take out of this document…"),
        *("take the fields out of this document…",),
    ),
    *rows_for("unclear", "(a file, without words)"),
    *rows_for("drafting_circle", "draft a note on…"),
    *rows_for("debate", "debate whether…"),
    *rows_for("incident_review", "start an incident review"),
    *rows_for("small_talk", "how are you?", "thank you…", "thanks…", "who are you?", "hello…"),
]
MOVES: list[Move] = [
    Move("employees", "how many employees", "query_database", {"sql": _COUNT, "db": "employees"}),
    Move(
        "transfer_money", "500 to 1234324", "transfer", {"to_account": "1234324", "amount": "500"}
    ),
    Move("web_reader", "example.com/news", "read_page", {"url": "https://example.com/news"}),
    Move("general", "use one of your tools if", "make_note", {"text": "the pump is broken"}),
    Move("extractor", "", "send", {"to": "validator", "text": "{}"}),
    Move("extractor", "(validator says)", "done"),
    Move("extractor", "out of a letter", says="Which text?"),
    Move(
        "validator",
        "",
        "check_record",
        {
            "names": ["Ann Smith"],
            "dates": {"3 May 2026": "2026-05-03"},
            "amounts": ["$50.00"],
            "emails": ["ann@example.com"],
        },
    ),
    Move("host", "", "send", {"to": "butler", "text": "some punch"}),
    Move("host", "(butler says)", "done"),
    Move("butler", "", says="How many glasses?"),
    Move("butler", "12 glasses", "order_punch", {"glasses": 12}),
]
