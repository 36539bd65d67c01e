"""Settings of recall: which model says what a line means, if any does."""

from pydantic import Field
from pydantic_settings import BaseSettings


class RecallSettings(BaseSettings):
    """Without a model, what was said is found by its words alone."""

    embeddings_model: str = Field("", validation_alias="FRONTDESK_EMBEDDINGS_MODEL")
