"""A Slack to test against: real clients talk to it over loopback, people act in it."""

from tests.fakes.slack.clock import ManualClock
from tests.fakes.slack.errors import NotPossible
from tests.fakes.slack.fake import FakeSlack
from tests.fakes.slack.faults import Fault, Rates
from tests.fakes.slack.rows import Message, View

__all__ = ["FakeSlack", "Fault", "ManualClock", "Message", "NotPossible", "Rates", "View"]
