"""The page of the operator."""
