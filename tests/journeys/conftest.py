"""What every journey gets: passwords hashed in no time, for nobody attacks these."""

import pytest

from agents.bank import customers


@pytest.fixture(autouse=True)
def _passwords_hashed_cheaply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(customers, "SCRYPT_COST", 2)
