"""The front desk itself: whom to call, which day it is, notes and reminders."""
