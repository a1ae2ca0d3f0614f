"""From TOML or JSON data to a ruleset, and back to data for a browser.

`keys`: the table of all keys. `sections`: one table of a file, with the place of each error.
`ruleset`, `cards`: a `Ruleset` read and checked, and as data for a browser. `house_rules`: options
applied. `catalogue`: the games in `rules/catalogue/*.toml`. `own_games`: a custom game.
`toml_text`: limits on a stranger's file.
"""
