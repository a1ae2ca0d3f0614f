"""The referee's page: cards are tapped in, and one word says whether that is legal."""
