"""The referee's page: cards are tapped in, and the answer is one word."""
