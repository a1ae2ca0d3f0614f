"""What is written down: the sheet, the winner, the view across the table."""
