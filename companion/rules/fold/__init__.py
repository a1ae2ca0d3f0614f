"""From a log to the state of a game.

`entries`: each kind of entry. `log` reads them into `events`; `table` deals and scores one round
after another with `order` and `standings`; `replay` folds it all into a state. `recounting`: hands
counted by the card classes of other house rules.
"""
