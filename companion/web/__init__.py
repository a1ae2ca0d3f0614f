"""The pages: a module or a package each in `pages`, and packages that they share."""
