"""What people type, in fields that several places share."""
