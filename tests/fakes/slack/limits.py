"""Slack's numbers, in one place; the reference pages say so unless a line says otherwise."""

MESSAGE_BLOCKS = 50
VIEW_BLOCKS = 100
BLOCK_ID = 255
ACTION_ID = 255
CALLBACK_ID = 255
URL = 3000

POST_TEXT = 40_000  # a longer text is cut, with a warning
UPDATE_TEXT = 4_000  # a longer one is refused: chat.update is stricter than chat.postMessage
MARKDOWN = 12_000  # per call, and in all markdown blocks of a message
BLOCKS_TEXT = 13_200  # measured by users: about 13,300 in one block, 11,341 in 45 is too much
BLOCKS_TEXT_PER_BLOCK = 50  # what a block costs beside its words, from the same measurements
ATTACHMENTS = 100
METADATA = 8_000  # characters of JSON; Slack names the error but not the number

SECTION_TEXT = 3000
SECTION_FIELDS = 10
FIELD_TEXT = 2000
HEADER_TEXT = 150
IMAGE_TEXT = 2000
CONTEXT_ELEMENTS = 10
CONTEXT_TEXT = 3000
ACTIONS_ELEMENTS = 25
CONTEXT_ACTIONS_ELEMENTS = 5
INPUT_LABEL = 2000
TABLE_ROWS = 100
TABLE_COLUMNS = 20
DATA_TABLE_ROWS = 201
CARD_TITLE = 150
CARD_BODY = 200
CARD_ACTIONS = 3
CAROUSEL_CARDS = 10
CONTAINER_BLOCKS = 10
PLAN_TASKS = 50

BUTTON_TEXT = 75
BUTTON_VALUE = 2000
BUTTON_VIEWERS = 10
AGENT_PROMPT = 4000
PLACEHOLDER = 150
SELECT_OPTIONS = 100
CHOICE_OPTIONS = 10
OVERFLOW_OPTIONS = 5
OPTION_TEXT = 75
OPTION_VALUE = 150
INPUT_LENGTH = 3000
CONFIRM_TITLE = 100
CONFIRM_TEXT = 300
CONFIRM_BUTTON = 30

VIEW_TITLE = 24
PRIVATE_METADATA = 3000
VIEW_BYTES = 250_000

CHUNK_FIELD = 256  # title, details and output of a task update; title of a plan update
SESSION_TITLE = 200
SUGGESTED_PROMPTS = 4
LOADING_MESSAGES = 10
STREAM_SECONDS = 300  # observed by users: appends after about five minutes are refused
UPLOAD_BYTES = 1_000_000_000
ALT_TEXT = 1000
