"""The `frontdesk` command: one file per group of commands, imported only when it is used."""
