"""Reading by a model: the closed questions as prompts with worked examples, under a schema."""
