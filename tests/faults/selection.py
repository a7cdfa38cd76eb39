"""Which tests a mutant has to pass: those nearest to its file first, for the first failure ends the run.

All of them are quick as plain Python. That makes the score a lower bound: `make test` runs more.
"""

from pathlib import Path

from .checkout import ROOT

PROOFS = tuple(sorted(f"tests/{path.name}" for path in (ROOT / "tests").glob("test_rules_*.py")))

CHANCE = (
    "tests/test_chance.py::test_philox_gives_the_known_answers_of_its_authors",
    "tests/test_chance.py::test_a_shuffle_puts_every_value_everywhere_equally_often",
    "tests/test_chance.py::test_a_key_is_used_as_a_whole",
)

GAMES = (
    "tests/test_game.py::test_every_id_goes_to_words_and_back",
    "tests/test_game.py::test_what_is_no_action_is_refused_in_words",
    "tests/test_game.py::test_an_action_may_come_in_any_form",
    "tests/test_game.py::test_an_illegal_action_is_told_with_seat_phase_words_and_what_is_legal",
    "tests/test_game.py::test_a_deal_gives_the_same_game_as_its_seed",
    "tests/test_game.py::test_a_deal_that_does_not_fit_is_refused_in_words",
    "tests/test_game.py::test_impossible_options_are_refused_in_words",
    "tests/test_game.py::test_seeds_give_different_games_and_no_seed_is_not_a_seed",
    "tests/test_game.py::test_the_bound_is_that_of_a_count_by_hand",
    "tests/test_game.py::test_damaged_saves_are_refused_in_words",
    "tests/test_game.py::test_a_copy_a_pickle_and_a_save_go_on_identically_from_any_decision[3]",
    "tests/test_game.py::test_a_position_that_is_none_is_refused_in_words",
    "tests/test_game.py::test_a_position_at_choose_town_can_be_set_up_and_played_to_the_end[3]",
    "tests/test_game.py::test_apply_accepts_exactly_the_legal_ids_and_else_leaves_the_game_untouched[3]",
    "tests/test_game.py::test_a_seats_view_hides_every_hidden_value_and_keeps_the_lengths[3]",
    "tests/test_game.py::test_the_board_in_text_fits_80_columns_and_a_seats_shows_no_other_hand[3]",
)

SEEN = (
    "tests/test_observation.py::test_the_slices_are_disjoint_and_cover_the_vector",
    "tests/test_observation.py::test_the_table_in_the_docs_is_the_layout",
    "tests/test_observation.py::test_describe_gives_back_what_the_position_says[3]",
    "tests/test_observation.py::test_a_count_changes_only_its_own_field_and_never_saturates",
    "tests/test_observation.py::test_every_value_is_float32_between_0_and_1_and_the_arrays_are_fresh[3]",
    "tests/test_observation.py::test_renaming_the_seats_renames_the_observation[3]",
    "tests/test_observation.py::test_the_draft_is_recalled_by_selection[3]",
    "tests/test_observation.py::test_a_state_without_what_the_seat_cannot_know_gives_the_same_observation[3]",
)

DRAWN = (
    "tests/test_resample.py::test_the_leaders_cards_are_drawn_from_all_that_agree_with_what_was_shown",
    "tests/test_resample.py::test_what_lies_in_the_decks_and_piles_to_come_is_drawn_in_any_order",
    "tests/test_resample.py::test_a_drawn_game_is_made_from_what_the_seat_knows_alone[3]",
    "tests/test_resample.py::test_a_drawn_game_looks_the_same_to_the_seat_in_every_way[3]",
    "tests/test_resample.py::test_a_drawn_game_can_be_played_to_its_end_and_its_deal_is_a_deal[4]",
)

WRITTEN = ("tests/test_replay.py",)

NEAREST = {
    "setup.py": ("tests/test_rules_setup_draft.py",),
    "draft.py": ("tests/test_rules_setup_draft.py",),
    "trick.py": ("tests/test_rules_tricks.py",),
    "effects.py": ("tests/test_rules_symbols.py", "tests/test_rules_expand_liberate.py"),
    "marriage.py": ("tests/test_rules_marriage.py",),
    "battle.py": ("tests/test_rules_battle.py",),
    "church.py": ("tests/test_rules_church.py",),
    "regions.py": ("tests/test_rules_regions.py",),
    "strength.py": ("tests/test_rules_regions.py",),
    "scoring.py": ("tests/test_rules_scoring.py",),
    "chance.py": CHANCE,
    "bounds.py": ("tests/test_game.py::test_the_bound_is_that_of_a_count_by_hand",),
    "observation.py": SEEN,
    "layout.py": SEEN,
    "describe.py": SEEN,
    "information_set.py": DRAWN,
    "slots.py": DRAWN,
    "voids.py": DRAWN,
    "actions.py": (
        "tests/test_game.py::test_every_id_goes_to_words_and_back",
        "tests/test_game.py::test_what_is_no_action_is_refused_in_words",
    ),
    "position.py": (
        "tests/test_game.py::test_a_position_that_is_none_is_refused_in_words",
        "tests/test_game.py::test_a_position_at_choose_town_can_be_set_up_and_played_to_the_end[3]",
    ),
    "state_json.py": (
        "tests/test_game.py::test_a_position_at_choose_town_can_be_set_up_and_played_to_the_end[3]",
        "tests/test_game.py::test_a_seats_view_hides_every_hidden_value_and_keeps_the_lengths[3]",
    ),
    "text.py": ("tests/test_game.py::test_the_board_in_text_fits_80_columns_and_a_seats_shows_no_other_hand[3]",),
    "deal.py": (
        "tests/test_game.py::test_a_deal_gives_the_same_game_as_its_seed",
        "tests/test_game.py::test_a_deal_that_does_not_fit_is_refused_in_words",
    ),
    "checks.py": (
        "tests/test_game.py::test_impossible_options_are_refused_in_words",
        "tests/test_game.py::test_seeds_give_different_games_and_no_seed_is_not_a_seed",
    ),
    "saved.py": (
        "tests/test_game.py::test_damaged_saves_are_refused_in_words",
        "tests/test_game.py::test_a_copy_a_pickle_and_a_save_go_on_identically_from_any_decision[3]",
    ),
    "replay.py": WRITTEN,
    "files.py": WRITTEN,
}


def nearest_first(path: Path) -> list[str]:
    """Give the tests of a file's mutants, in order, none twice."""
    nearest = NEAREST.get(path.name, ())
    if "rules" in path.parts:
        others = (*PROOFS, *CHANCE, *GAMES)
    elif nearest in (SEEN, DRAWN):
        others = GAMES
    else:
        others = (*GAMES, *WRITTEN)
    return list(dict.fromkeys((*nearest, *others)))


def all_tests() -> list[str]:
    """Give every test that some mutant has to pass."""
    return list(dict.fromkeys((*PROOFS, *CHANCE, *GAMES, *SEEN, *DRAWN, *WRITTEN)))
