"""The pages: one package per page, and packages that they share."""
