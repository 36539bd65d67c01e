"""Who speaks next: route, start, settle, finish and go on."""
