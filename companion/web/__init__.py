"""The pages: a folder for each place a person goes to."""
