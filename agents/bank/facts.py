"""What the bank can establish about a person, and the value each fact carries."""

from agents.kit import Fact

# Carries the customer id.
Authenticated = Fact("Authenticated", "a login", label="customer")

# Carries the id of the account that was looked up.
BalanceKnown = Fact(
    "BalanceKnown",
    "the balance of the account to send from",
    rests_on=(Authenticated,),
    label="account to send from",
)
