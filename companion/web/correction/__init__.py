"""A round on the sheet, typed over."""
