"""The tests. Their temporary folder is set before any library looks one up."""

from tests.temporary import folder_of_this_run

folder_of_this_run()
