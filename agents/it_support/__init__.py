"""The IT desk: accounts, access, laptops and tickets."""
