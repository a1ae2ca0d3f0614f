"""The scoring schemes, one module each; `judging.scoring` lists them."""
