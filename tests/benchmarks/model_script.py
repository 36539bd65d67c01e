"""Plays the model of the benchmark's dialogues, in the process of the model server.

It looks at what a request is for and at the newest words of the user, and answers as a
model would; `python -m tests.fakes.model_server --script tests.benchmarks.model_script:play`.
"""

import json
from collections.abc import Callable

from tests.fakes.model_answers import Asked, Reply, calls, says

ROUTES = {"hello": "concierge", "Transfer money": "transfer_money"}


def play(asked: Asked) -> Reply:
    """Answer one request."""
    words = _newest_words(asked)
    match asked.headers["x-frontdesk-purpose"]:
        case "route":
            return says(_choice(ROUTES.get(words, "stock_lookup"), words))
        case "continue":
            return says("no_further_task")
        case _:
            return _ACTING[asked.headers["x-frontdesk-agent"]](words)


def _newest_words(asked: Asked) -> str:
    messages = reversed(asked.body["messages"])
    return next(str(message["content"]) for message in messages if message["role"] == "user")


def _choice(agent: str, words: str) -> str:
    return json.dumps(
        {
            "choice": agent,
            "reason": f"the user wants what {agent} does",
            "question": "",
            "details": words not in ROUTES,
            "then": [],
        }
    )


def _login(words: str) -> Reply:
    return calls(("login", json.dumps({"username": words})))


def _balance(words: str) -> Reply:
    return calls(("balance", json.dumps({"account": words})))


def _transfer(words: str) -> Reply:
    if not words.isdigit():
        return says("How much do you want to send to account 1234324?")
    return calls(("transfer", json.dumps({"to_account": "1234324", "amount": f"{words} USD"})))


def _stock(words: str) -> Reply:
    symbol = next(word for word in words.split() if word.isupper() and len(word) > 1)
    return calls(("stock_price", json.dumps({"symbol": symbol})))


_ACTING: dict[str, Callable[[str], Reply]] = {
    "authenticate": _login,
    "account_balance": _balance,
    "transfer_money": _transfer,
    "stock_lookup": _stock,
}
