"""The words and patterns that tell an order from talk of one."""

import re


def _set_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Said around the noun an order may be made of, as in "make a transfer of 50".
LIGHT = _set_of("make do start initiate set begin arrange execute perform place issue submit open")
PLACES = _set_of("to from for on into at")

CLAUSE_END = re.compile(
    r"[.!?;:,]+(?:\s+|$)|\n+|\s*[()\u2013\u2014]+\s*|\s+-+\s+"
    r"|\s+(?:and|but|then|so|though)\s+(?=\w)",
    re.IGNORECASE,
)
QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]|(?<!\w)'[^']*'(?!\w)")
COURTESY = re.compile(
    r"(?:(?:hi|hello|hey|please|pls|kindly|ok|okay|so|well|and|but|then|now|also|just|actually|no|"
    r"yes|go ahead|sorry|instead|rather|thanks|thank you|quickly|immediately|"
    r"if possible|if you can|as soon as possible)\b[\s,!.]*)*",
    re.IGNORECASE,
)
WISH = re.compile(
    r"(?:(?:i|we)(?: really| just| also)*(?:'d like| would like| want| wanna| need| wish| have|"
    r" must| should like|'d love| would love| can| could|'ve got)\b(?: you| someone| somebody)?"
    r"(?: to\b)?|would you mind\b|(?:i|we)(?:'d| would) be (?:\w+ )?(?:grateful|glad|happy) if you"
    r" (?:can|could|would)\b|(?:can|could|would|will) you\b|let us\b|let's\b|may i\b"
    r"|help me(?: to| with| in| make| out with)?\b"
    r"|(?:don'?t|do not) (?:forget|hesitate)(?: to)?\b|(?:i|we) (?:said|say|meant?)\b"
    r"|you (?:can|may)\b)",
    re.IGNORECASE,
)
# What is said around a verb, as in "I don't really want you to send it".
_AROUND = (
    r"(?:(?:ever|really|actually|please|just|even|now|yet|think|(?:i|we)|should|want(?:ed)?|wish|"
    r"like|need|have|intend|plan|mean|going|about|you|anyone|anybody|it|them|to)\s+)*"
)
_NOT = (
    r"(?:don'?t|do not|never|won'?t|will not|(?:would|should|must|need)(?:n'?t| not)|no longer"
    r"|(?:'m|am|are|'re) not (?:going|about) to|not to|rather not|no need to)"
)
REFUSAL = re.compile(
    rf"(?:(?:(?:i|we|you)(?:'d| would)?(?: really| just)?|why)\s*)?{_NOT}"
    rf"(?:\s+{_AROUND}(?P<verb>[a-z]+)\b|\W*$)",
    re.IGNORECASE,
)
REFUSAL_INSIDE = re.compile(
    rf"\b(?:i|we)(?:'d| would)?(?: really| just)?\s+{_NOT}\s+{_AROUND}(?P<verb>[a-z]+)\b"
    r"|\b(?:please\s+)?(?:don'?t|do not)(?:\s+(?:really\s+)?(?:do|send|pay|run)\b.*|\W*$)",
    re.IGNORECASE,
)
_PAST = r"sent|paid|wired|moved|transferred|remitted|ordered|bought|received"
NEGATES = re.compile(
    r"\b(?:not|never|neither|nor|either|no|nobody|nothing|too|wrong|bad|mistake|would(?! like)|"
    r"could|should|might|may)\b|n't\b",
    re.IGNORECASE,
)
HEDGES = re.compile(r"\b(?:maybe|perhaps|possibly)\b", re.IGNORECASE)
OTHERS_DID = re.compile(
    rf"(?:[a-z][\w'-]*\s+)(?:has |have |had |just )*(?:{_PAST})\b", re.IGNORECASE
)
LABEL = re.compile(r"\s*(?P<label>[A-Za-z][\w' -]{0,40}):\s+(?P<rest>\S+)")
CHANGED_MIND = re.compile(
    r"[.!?,;\u2013\u2014-]\s*(?:no|nope|nah|no way|or not|wait|hold on|no wait|wait,? no)\W*$|"
    r"\b(?:not (?:now|yet|today)|scratch (?:that|it)|never ?mind)\W*$|"
    r"\b(?:changed my mind|(?:just|only) (?:kidding|joking)|no longer (?:want|need)|or not\W*$"
    r"|against (?:it|sending|doing))\b",
    re.IGNORECASE,
)
NO_THANKS = re.compile(
    r"\s*(?:(?:no|nope|nah)[\s,]+(?:thanks|thank you)|(?:no[\s,]+)?(?:not now|rather not))[\s.!]*",
    re.IGNORECASE,
)
# "I don't know where, …" refuses nothing, and "don't forget to …" orders.
REFUSES_NOTHING = _set_of(
    """
    know see understand remember recall care mind get got find believe feel work works hesitate
    forget fail worry wait be let trust has had bother speak live
    """
)
STOPS = _set_of(
    """
    cancel undo stop cease hold halt abort revert reverse withdraw retract void refund forget skip
    avoid postpone delay pause block prevent refuse reject scrap discard delete remove unsend kill
    """
)
SPEAKS = _set_of(
    """
    explain describe tell say ask teach pretend imagine suppose simulate repeat quote test demo
    translate ignore disregard example hypothetically theoretically maybe perhaps consider discuss
    wonder guess promise remember read spell practise practice should shall must
    """
)
SPEAKS_FIRST = re.compile(r"show (?:me )?how|let'?s (?:say|assume|pretend|imagine)|how to|what if")
ASKS_FOR = re.compile(r"ask for\b")
_OWN = r"(?:i|we|i'(?:ve|m|ll|d)|we'(?:ve|re|ll|d))"
_SOMEBODY = (
    r"(?:he|she|they|it|you|somebody|someone|everybody|my \w+|our \w+|the \w+|[A-Za-z][\w'-]*)"
)
REPORT = re.compile(
    rf"(?:^|[.,;!?]\s+|\band\s+){_SOMEBODY}\s+(?:has |have |had |just )?(?:said|says|told|tells|"
    r"wrote|writes|asked|asks|wants|wanted|claims|claimed|demands|demanded|suggested|suggests|begged|"
    r"texted|ordered (?:me|us)|needs (?:me|us))\b(?! for\b)",
    re.IGNORECASE,
)
OWN_SAYING = re.compile(r"^(?:i|we)\s+(?:said|say|mean|meant|asked|told you)\b", re.IGNORECASE)
DONE = re.compile(
    rf"\b{_OWN}\s+(?:have |had |'ve )?(?:already |just |once |recently |also )*"
    r"(?:sent|paid|wired|moved|transferred|remitted|ordered|bought|did|made|gave|created|booked)\b"
    r"|\b(?:already|yesterday|last (?:week|month|year|night|\w+day)|ago)\b",
    re.IGNORECASE,
)
TELLS = re.compile(
    rf"(?:{_OWN}|he|she|they|you|somebody|someone|my (?:friend|boss|mother|father|wife|husband|"
    r"sister|brother|son|daughter|colleague|neighbou?r))\s+[a-z]+",
    re.IGNORECASE,
)
_NO_CONDITION = (
    r"(?!\s+(?:possible|needed|necessary|you (?:can|could|please|like|would|want|don't mind|will)|"
    r"that(?:'s| is) (?:ok|okay|fine|possible)|it(?:'s| is) (?:ok|okay|fine|possible)|so\b|i may))"
)
CONDITION = re.compile(
    rf"\bif\b{_NO_CONDITION}|\b(?:unless|provided(?: that)?|assuming|supposing|in case|"
    r"as soon as(?! (?:possible|you can))|as long as|whenever|depending on|in the event"
    r"|when(?! you (?:get|have|find) (?:a|the) (?:chance|minute|moment|second|time)\b))\b"
    r"|\b(?:once|until|till|after|before)\s+(?:my|our|his|her|their|the|it|i|we|he|she|they|you)\b"
    r"|\b(?:ask|check with|consult|tell|warn) (?:me|us) (?:first|before)\b"
    r"|\blet (?:me|us) (?:confirm|check|approve|think|decide)"
    r"(?:\s+(?:it|that|this|first|about)\b|\W*$)"
    r"|\bbut (?:please )?first\b|\b(?:but|let me|let us)\b[^.;!?]{0,60}\bfirst\b"
    r"|\bwait for (?:me|(?:my|our|his|her|their) (?:ok|okay|yes|approval|confirmation|word|go))\b",
    re.IGNORECASE,
)
REPETITION = re.compile(
    r"\b(?:every|each)\s+(?:other\s+)?(?:\d+\s+)?(?:minute|hour|day|night|week|weekend|month|"
    r"quarter|year|morning|evening|time|mon|tues|wednes|thurs|fri|satur|sun|first|last|payday)\w*\b"
    r"|\b(?:hourly|daily|weekly|biweekly|monthly|quarterly|yearly|annually|regularly|repeatedly|"
    r"from now on|twice|thrice|(?:\d+|two|three|four|five|ten|several|many) times)\b"
    r"|\b(?:a|per)\s+(?:day|week|month|year)\b",
    re.IGNORECASE,
)
TIME = re.compile(
    r"\b(?:tomorrow|tonight|later(?: today)?|some day|someday|next (?:week|weekend|month|year|"
    r"quarter|time|\w+day)|this (?:evening|afternoon|weekend|\w+day)|(?:in|after|within) (?:an?|"
    r"\d+|one|two|three|four|five|six|ten|a few) (?:second|minute|hour|day|week|month|year)s?|"
    r"at (?:noon|midnight|\d{1,2}(?::\d{2})?\s?(?:am|pm|o'clock)|\d{1,2}:\d{2})|"
    r"on the \d+(?:st|nd|rd|th)|(?:after|before|around|during|over) (?:lunch\w*|dinner|"
    r"breakfast|supper|work|school|hours|noon)|(?:on|at|by|after|before) "
    r"(?:payday|christmas|easter)|"
    r"(?:end|start|beginning) of (?:the )?(?:day|week|month|year))\b",
    re.IGNORECASE,
)
NOW = frozenset({"today", "now"})
