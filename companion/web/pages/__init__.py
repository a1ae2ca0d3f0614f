"""The pages: a module for a small one, a package for a large one."""
