"""Values found in what people write: amounts, names, texts, and what a schema asks for."""
