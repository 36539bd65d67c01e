"""How Slack's cards tell what will run; in code Slack formats nothing."""

from bot.platforms.shared.telling import Writing
from bot.platforms.slack.outbound.links import escape
from bot.platforms.slack.outbound.text import literal

MRKDWN = Writing(escape=escape, literal=literal, bold="*")
written, line_of = MRKDWN.written, MRKDWN.line_of
