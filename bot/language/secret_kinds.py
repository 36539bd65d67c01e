"""What kind of secret a label names, so that a PIN is never tried as a password."""

import re

from bot.language.normal import fold

_PIN = re.compile("pin|пин|пін|पिन|暗証|geheimzahl|geheimnummer|tunnusluku|السري")
_TOKEN = re.compile(
    "token|jeton|トークン|key|schlüssel|sleutel|clé|api|chave|chiave|klucz|klíč|ключ|anahtar|"
    "キー|鍵|密钥|密鑰"
)
_CODE = re.compile(r"(?<!pass )\b(?:code|código|codice)\b")
_SECRET = re.compile(r"\bsecret$")


def kind_of(label: str) -> str:
    """The kind of secret a label names: “pin”, “token”, “code”, “secret”, else “password”."""
    name = fold(label)
    for kind, pattern in (("pin", _PIN), ("token", _TOKEN), ("code", _CODE), ("secret", _SECRET)):
        if pattern.search(name):
            return kind
    return "password"
