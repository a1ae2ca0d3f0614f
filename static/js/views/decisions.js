// Decision tables that both folds go by; `make schema` writes them from decisions.json.
/** @type {Decisions} */
const TABLES = {
 "why": [
  [{"is_early": true, "finishers": "one"}, "came_furthest"],
  [{"is_early": true, "has_finishers": true, "has_tied": true}, "shared_as_far"],
  [{"is_early": true, "has_finishers": true}, "fewest_as_far"],
  [{"is_early": true, "has_tied": true}, "shared_as_it_stands"],
  [{"is_early": true, "low_wins": true}, "fewest_as_it_stands"],
  [{"is_early": true}, "most_as_it_stands"],
  [{"code": "won_at_once"}, "won_at_once"],
  [{"has_gone": true, "code": "tie_shared"}, "all_left"],
  [{"has_gone": true}, "others_left"],
  [{"code": "in_progress", "tiebreak": "tied_play_on"}, "only_they_play_on"],
  [{"code": "in_progress"}, "everybody_plays_on"],
  [{"code": "lowest_total", "has_tied": true}, "won_tiebreak"],
  [{"code": "highest_total", "has_tied": true}, "won_tiebreak"],
  [{"code": "reached_target", "has_tied": true}, "won_tiebreak"],
  [{"code": "fewest_points", "has_tied": true}, "won_tiebreak"],
  [{"when": "rounds_played", "code": "lowest_total"}, "lowest_after_last_round"],
  [{"when": "rounds_played", "code": "highest_total"}, "highest_after_last_round"],
  [{"when": "rounds_played", "code": "tie_shared"}, "shared_after_last_round"],
  [{"all_out": true, "has_lives": true}, "no_lives_left"],
  [{"all_out": true}, "nobody_left"],
  [{"code": "last_left", "has_lives": true}, "last_alive"],
  [{"code": "last_left"}, "last_left"],
  [{"was_reached": true, "code": "lowest_total"}, "lowest_after_last_round"],
  [{"was_reached": true, "code": "reached_target"}, "highest_after_last_round"],
  [{"was_reached": true, "code": "tie_shared"}, "shared_after_last_round"],
  [{"when": "limit_reached", "code": "lowest_total"}, "lowest_at_limit"],
  [{"when": "limit_reached", "code": "reached_target"}, "reached_target"],
  [{"when": "limit_reached", "code": "highest_total"}, "highest_after_last_round"],
  [{"when": "limit_reached", "code": "tie_shared"}, "shared_at_limit"],
  [{"code": "fewest_points", "finishers": "two"}, "fewest_of_two"],
  [{"code": "fewest_points"}, "fewest_of_more"],
  [{"code": "tie_went_out", "playoff": true}, "won_playoff"],
  [{"code": "tie_went_out"}, "went_out"],
  [{"code": "tie_shared", "tiebreak": "went_out_last_round"}, "shared_and_none_went_out"],
  [{"code": "tie_shared", "by_contracts": true}, "shared"],
  [{"code": "tie_shared"}, "shared_by_points"],
  [{"code": "finished_first"}, "finished_first"],
  [{"code": "lowest_total"}, "lowest_total"],
  [{"code": "playoff_needed"}, "playoff_needed"]
 ],
 "limit": [
  [{"has_price": true}, "price"],
  [{"has_sizes": false, "has_most_held": true, "melds_score": false}, "most"],
  [{"has_sizes": false}, ""],
  [{"buys": false, "has_most": true}, "some"],
  [{"buys": false}, "none"],
  [{"only_out_is_down": true}, "down_is_out"],
  [{"has_most": true}, "with_buys"],
  [{}, "only_buys"]
 ],
 "note_of_doubt": [
  [{"is_accepted": true}, "overridden"],
  [{"is_not_asked": true}, "not_asked"],
  [{}, ""]
 ],
 "doubted": [
  [{"has_not_asked": true}, "not_asked"],
  [{"has_accepted": true}, "overridden"],
  [{}, ""]
 ]
};

// The code of the first row whose facts all hold.
/**
 * @template {keyof Decided} T @param {T} table
 * @param {Record<string, unknown>} facts @returns {Decided[T]}
 */
export function decided(table, facts) {
  /** @param {[name: string, value: unknown]} fact */
  const isSo = ([name, value]) => facts[name] === value;
  const row = TABLES[table].find(([wanted]) => Object.entries(wanted).every(isSo));
  return /** @type {Decisions[T][number]} */ (row)[1];
}
