"""What every test gets: a steady Hypothesis."""

from hypothesis import settings

# A shared machine pauses now and then; that says nothing about the code.
settings.register_profile("frontdesk", deadline=None)
settings.load_profile("frontdesk")
