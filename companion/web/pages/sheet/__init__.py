"""The sheet, the winner and the view across the table."""
