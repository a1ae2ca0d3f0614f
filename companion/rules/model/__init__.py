"""Values of the rules. No module here imports another package of `rules`.

`cards`, `contracts`, `play`: cards and their values, contracts, hands and rounds. `ruleset`,
`house_rules`: the rules of one game. `scheme`: the interface of the ways of scoring. `state`: the
result of a fold. `melding`, `rulings`: rules of melds, and house rules for what no source decides
of them. `log_entry`: the JSON of an entry. `fields`, `json_codec`: bounds of fields, and the JSON
of a dataclass derived from its types. `names`: names of players. `named_seats`: the seats that a
value names.
"""
