"""Language models: each adapter keeps the promise of the kit's model port."""
