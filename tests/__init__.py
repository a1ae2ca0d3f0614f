"""The tests. Their temporary files get a folder before any library looks for one."""

from tests.temporary import folder_of_this_run

folder_of_this_run()
