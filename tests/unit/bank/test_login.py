"""Logging in to the bank: who is let in, and how long wrong passwords are tolerated."""

from datetime import timedelta

import pytest

from agents.bank.authenticate import authenticate, login
from agents.bank.customers import LoginAttempt, TooManyFailures, challenge, hashed, settle
from agents.bank.tables import USERS
from agents.kit import Secret, ToolFailed
from tests.fakes.turns import NOON, Desk, demo_records


def a_desk() -> Desk:
    return Desk(authenticate, demo_records(authenticate))


async def try_to_log_in(desk: Desk, password: str, username: str = "seldo") -> str:
    return await desk.call("login", username=username, secrets={"password": password})


async def fail_to_log_in(desk: Desk, times: int, username: str = "seldo") -> None:
    for _ in range(times):
        with pytest.raises(ToolFailed, match="do not belong together"):
            await try_to_log_in(desk, "donkey", username)


@pytest.mark.proves("S0-03", "S0-07", "S0-54", "S0-63")
async def test_the_right_password_logs_in_and_says_as_whom():
    desk = a_desk()

    reply = await try_to_log_in(desk, "monkey")

    assert reply == "You are logged in as seldo."
    assert desk.facts == {"Authenticated": "seldo"}
    assert desk.progress == ["Logging in seldo"]


@pytest.mark.parametrize("username", ["Seldo", " SELDO"[1:]])
async def test_a_phone_may_capitalise_the_username(username: str):
    desk = a_desk()

    await try_to_log_in(desk, "monkey", username)

    assert desk.facts == {"Authenticated": "seldo"}


async def test_capitals_matter_in_a_password():
    with pytest.raises(ToolFailed, match="do not belong together"):
        await try_to_log_in(a_desk(), "Monkey")


@pytest.mark.proves("S0-03", "S0-42")
async def test_an_unknown_name_is_refused_in_the_same_words_as_a_wrong_password():
    desk = a_desk()

    await fail_to_log_in(desk, 1, username="nobody")
    await fail_to_log_in(desk, 1, username="seldo")

    assert desk.facts == {}


async def test_one_customers_password_does_not_open_anothers_account():
    with pytest.raises(ToolFailed, match="do not belong together"):
        await try_to_log_in(a_desk(), "monkey", username="ana")


@pytest.mark.proves("S0-42")
async def test_after_five_failures_even_the_right_password_is_refused():
    desk = a_desk()
    await fail_to_log_in(desk, 5)

    with pytest.raises(TooManyFailures, match="15 more min"):
        await try_to_log_in(desk, "monkey")

    assert desk.facts == {}


async def test_four_failures_are_forgiven_by_a_login():
    desk = a_desk()
    await fail_to_log_in(desk, 4)

    await try_to_log_in(desk, "monkey")
    await fail_to_log_in(desk, 4)

    assert await try_to_log_in(desk, "monkey") == "You are logged in as seldo."


async def test_a_locked_name_opens_when_the_failures_are_a_quarter_of_an_hour_old():
    desk = a_desk()
    await fail_to_log_in(desk, 5)

    desk.now += timedelta(minutes=14)
    with pytest.raises(TooManyFailures, match="1 more min"):
        await try_to_log_in(desk, "monkey")
    desk.now += timedelta(minutes=1)

    assert await try_to_log_in(desk, "monkey") == "You are logged in as seldo."


async def test_failures_noted_by_a_clock_that_ran_ahead_lock_nobody_out():
    desk = a_desk()
    desk.now += timedelta(days=365)
    await fail_to_log_in(desk, 5)

    desk.now -= timedelta(days=365)

    assert await try_to_log_in(desk, "monkey") == "You are logged in as seldo."


@pytest.mark.proves("R27")
async def test_a_lock_outlasts_a_clock_that_is_set_back_a_little():
    desk = a_desk()
    await fail_to_log_in(desk, 5)

    desk.now -= timedelta(minutes=10)

    with pytest.raises(TooManyFailures, match="25 more min"):
        await try_to_log_in(desk, "monkey")


async def test_the_window_slides_so_that_waiting_for_its_end_gains_no_extra_tries():
    desk = a_desk()
    await fail_to_log_in(desk, 1)
    desk.now += timedelta(minutes=14)
    await fail_to_log_in(desk, 4)

    desk.now += timedelta(minutes=2)
    await fail_to_log_in(desk, 1)

    with pytest.raises(TooManyFailures):
        await try_to_log_in(desk, "monkey")


async def test_a_lock_on_one_name_leaves_the_others_alone():
    desk = a_desk()
    await fail_to_log_in(desk, 5, username="ana")

    assert await try_to_log_in(desk, "monkey") == "You are logged in as seldo."


async def test_failures_are_counted_in_the_table_and_outlive_the_process():
    desk = a_desk()
    await fail_to_log_in(desk, 5)

    after_a_restart = Desk(authenticate, desk.records)

    with pytest.raises(TooManyFailures):
        await try_to_log_in(after_a_restart, "monkey")


def test_of_many_tries_at_one_moment_only_five_count():
    records = demo_records(authenticate)
    attempt = LoginAttempt("seldo", NOON)
    for _ in range(20):
        records.run(lambda rows: challenge(rows, attempt))

    answers = [records.run(lambda rows: settle(rows, attempt, met=False)) for _ in range(5)]

    assert answers == [False] * 5
    with pytest.raises(TooManyFailures):
        records.run(lambda rows: settle(rows, attempt, met=True))


async def test_logging_out_revokes_the_login():
    desk = a_desk()
    await try_to_log_in(desk, "monkey")

    assert await desk.call("logout") == "You are logged out."
    assert desk.facts == {}


async def test_logging_out_twice_does_not_log_in():
    desk = a_desk()

    await desk.call("logout")

    assert desk.facts == {}


@pytest.mark.proves("S0-31", "S0-42")
async def test_people_can_ask_whether_they_are_logged_in():
    desk = a_desk()
    assert await desk.call("am_i_logged_in") == "You are not logged in."

    await try_to_log_in(desk, "monkey")

    assert await desk.call("am_i_logged_in") == "You are logged in as seldo."


@pytest.mark.proves("S0-10", "S0-61")
def test_the_opening_asks_for_both_and_sends_the_password_elsewhere():
    assert "username" in authenticate.opening
    assert "password separately, in private" in authenticate.opening


def test_the_model_never_reads_of_a_password_parameter():
    assert login.spec.parameters["required"] == ["username"]
    assert login.secrets == ("password",)


def test_passwords_are_kept_as_salted_hashes_that_differ_for_the_same_password():
    records = demo_records(authenticate)

    users = records.run(lambda rows: rows.find(USERS))

    assert [user["name"] for user in users] == ["ana", "seldo"]
    assert "monkey" not in str(users)
    assert hashed("same", "00" * 16) != hashed("same", "11" * 16)


def test_seeding_customers_again_changes_nothing():
    records = demo_records(authenticate)
    before = records.run(lambda rows: rows.find(USERS))

    assert authenticate.demo is not None
    records.run(authenticate.demo)

    assert records.run(lambda rows: rows.find(USERS)) == before


def test_a_challenge_shows_no_password_when_printed():
    records = demo_records(authenticate)

    found = records.run(lambda rows: challenge(rows, LoginAttempt("seldo", NOON)))

    assert found.is_met_by(Secret("monkey"))
    assert not found.is_met_by(Secret("monkey "))
