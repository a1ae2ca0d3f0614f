"""Form fields that several pages share."""
