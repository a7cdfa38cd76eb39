"""The final scoring (F1 to F7)."""

from __future__ import annotations

from .model import VIKINGS, Player, Table
from .upkeep import region_strengths, strongest_sides


def score_game(table: Table) -> None:
    """Adds the final scoring to every player's points and names the winners."""
    for player in table.players:
        player.final_points = player.points + sum(
            (
                coin_points(table, player),
                marker_points(table, player),
                renown_points(table, player),
                held_claim_points(table, player),
                board_claim_points(table, player),
                region_points(table, player),
            )
        )
    table.winners = winning_seats(table)


def coin_points(table: Table, player: Player) -> int:
    """The most coins, alone."""  # F1
    return table.edition["scoring"]["most_coins"] if table.most("coins") == [player] else 0


def marker_points(table: Table, player: Player) -> int:
    """The active town marker."""  # F2
    return table.edition["scoring"]["active_marker"] if table.marker == player.seat else 0


def renown_points(table: Table, player: Player) -> int:
    """Every renown token."""  # F3
    return player.renown * int(table.edition["scoring"]["per_renown"])


def held_claim_points(table: Table, player: Player) -> int:
    """The claim tokens that the player holds."""  # F4
    return sum(claim.points for claim in table.claims.values() if claim.holder == player.seat)


def board_claim_points(table: Table, player: Player) -> int:
    """Half of each face-up token on the board in whose region no side is stronger than the player."""  # F5
    points = 0
    for claim in table.claims.values():
        if claim.face_up and claim.holder is None:
            leaders = strongest_sides(region_strengths(table, claim.region))
            points += claim.points // 2 if player.seat in leaders else 0
    return points


def region_points(table: Table, player: Player) -> int:
    """The number of regions with a town that counts as the player's."""  # F6
    own_sides = {player.seat, VIKINGS} if player.princess == "trade" else {player.seat}
    regions = {town.region for town in table.towns.values() if town.side in own_sides}
    return int(table.edition["scoring"]["region_count"][len(regions)])


def winning_seats(table: Table) -> list[int]:
    """The seats with the most points; ties go to more claim tokens, then to more marriage cards."""  # F7

    def rank(player: Player) -> tuple[int, int, int]:
        tokens = sum(claim.holder == player.seat for claim in table.claims.values())
        return player.final_points, tokens, len(player.marriages)

    best = max(rank(player) for player in table.players)
    return [player.seat for player in table.players if rank(player) == best]
