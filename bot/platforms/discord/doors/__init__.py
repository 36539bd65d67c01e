"""How Discord reaches us: the gateway, or HTTP; all of it is kept before it is answered."""
