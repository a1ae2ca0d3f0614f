"""What belongs to a request: whose phone it is, what its link allows, from a form to a command."""
