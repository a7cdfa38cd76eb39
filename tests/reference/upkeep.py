"""The four steps of the upkeep: marriage (M), battle (B), church (C), claim regions (R)."""

from __future__ import annotations

from .model import VIKINGS, Asking, Claim, Decision, Player, Side, Table, Town, ask_town


def upkeep(table: Table) -> Asking:
    """Runs through the four steps in order."""
    yield from marriage(table)
    yield from battle(table)
    yield from church(table)
    claim_regions(table)


# --- M: marriage --------------------------------------------------------------------------------------------


def marriage(table: Table) -> Asking:
    """Marries the player highest on the track, then pays all others for their spaces."""
    card = table.marriage_card
    assert card is not None
    table.marriage_card = None
    top = max(player.space for player in table.players)
    if top == 1:  # M3
        return
    (spouse,) = (player for player in table.players if player.space == top)  # M1, A11
    spouse.marriages = sorted([*spouse.marriages, card])
    if card == table.edition["princess"]["id"]:
        yield from take_princess(table, spouse, card)
    else:
        yield from take_marriage_rewards(table, spouse, card)
    spouse.space = 1  # M2
    for player in table.clockwise_from_marker():  # M5
        if player is not spouse:
            yield from take_track_rewards(table, player)


def take_marriage_rewards(table: Table, player: Player, card: str) -> Asking:
    """Gives an ordinary marriage card's points, renown and town."""  # M1
    (row,) = (row for row in table.edition["marriages"] if row["id"] == card)
    player.points += row["points"]
    player.renown += row["renown"]
    if row["town_in"]:
        yield from settle(table, player, "marriage_town", table.free_towns(row["town_in"]))


def take_princess(table: Table, player: Player, card: str) -> Asking:
    """Lets the player choose what the Princess of Denmark brings."""  # M4
    words = yield Decision("princess", player.seat, ["princess spurn", "princess support", "princess trade"])
    choice = words.removeprefix("princess ")
    if choice == "spurn":
        player.marriages.remove(card)
        player.points += table.edition["princess"]["spurn_points"]
    else:
        player.princess = choice


def take_track_rewards(table: Table, player: Player) -> Asking:
    """Gives what is shown at the space of the player's marriage disc."""  # M5
    (row,) = (row for row in table.edition["track"] if row["space"] == player.space)
    for symbol in row["reward"]:
        if symbol == "coin":
            player.coins += 1
        elif symbol == "renown":
            player.renown += 1
        else:
            yield from settle(table, player, "track_town", table.free_towns())


def settle(table: Table, player: Player, phase: str, towns: list[Town]) -> Asking:
    """Puts a disc on one of the free towns; no effect without any."""  # M1, M5
    town = yield from ask_town(table, phase, player.seat, towns)
    if town is not None:
        town.disc = player.seat


# --- B: battle ----------------------------------------------------------------------------------------------


def battle(table: Table) -> Asking:
    """Lets the Vikings in if raiders are left, then shares out the spoils."""
    if table.battle_area > 0:
        yield from incursion(table)  # B1
    table.battle_area = 0  # B3
    battle_spoils(table)


def incursion(table: Table) -> Asking:
    """Takes a town from every player with the fewest raiders."""  # B1, B2
    fewest = min(player.raiders for player in table.players)
    strongest = table.most("raiders")
    losers = [player for player in table.clockwise_from_marker() if player.raiders == fewest]
    for loser in losers:
        chooser = strongest[0] if len(strongest) == 1 else loser
        town = yield from ask_town(table, "raid_town", chooser.seat, table.towns_of(loser.seat))
        if town is not None:
            town.viking = True


def battle_spoils(table: Table) -> None:
    """Rewards the most raiders, first the one player alone, then all who have the most now."""
    strongest = table.most("raiders")
    if len(strongest) == 1:  # B4
        (winner,) = strongest
        winner.renown += 1
        winner.points += winner.renown
        winner.raiders = 0
    for player in table.most("raiders"):  # B5
        player.points += 1
        player.raiders -= 1


# --- C: church ----------------------------------------------------------------------------------------------


def church(table: Table) -> Asking:
    """Rewards the discs in the church area, and builds monasteries."""
    devoutest = table.most("church")
    if len(devoutest) == 1:  # C1
        (winner,) = devoutest
        yield from build_monastery(table, winner)
        table.marker = winner.seat
        winner.church = 0
    for player in table.most("church"):  # C2
        player.points += 1
        player.church -= 1
    for player in table.clockwise_from_marker():  # C4
        if player.church >= 4 and monastery_sites(table, player):
            yield from build_monastery(table, player)
            player.church = 0


def monastery_sites(table: Table, player: Player) -> list[Town]:
    """The towns that the player controls and that have no monastery yet."""  # C3
    return [town for town in table.towns_of(player.seat) if not town.monastery]


def build_monastery(table: Table, player: Player) -> Asking:
    """Places a monastery on a town of the player's choice, if there is one for it."""  # C1, C3, C4
    town = yield from ask_town(table, "monastery", player.seat, monastery_sites(table, player))
    if town is not None:
        town.monastery = True


# --- R: claim regions ---------------------------------------------------------------------------------------


def claim_regions(table: Table) -> None:
    """Turns claim tokens up and moves the face-up ones."""
    for claim in table.claims.values():
        strengths = region_strengths(table, claim.region)
        if sum(strengths.values()) >= claim.threshold:  # R2
            claim.face_up = True
        if claim.face_up:
            move_claim(claim, strengths)


def move_claim(claim: Claim, strengths: dict[Side, int]) -> None:
    """Gives a face-up token to whoever has the most strength alone."""  # R3
    leaders = strongest_sides(strengths)
    if len(leaders) == 1:
        (leader,) = leaders
        claim.holder = leader if isinstance(leader, int) else None


def region_strengths(table: Table, region: str) -> dict[Side, int]:
    """The strength of every side that controls a town in the region."""  # R1
    supported = [player.seat for player in table.players if player.princess == "support"]
    strengths: dict[Side, int] = {}
    for town in table.towns.values():
        side = town.side
        if town.region != region or side is None:
            continue
        if side == VIKINGS and supported:
            side = supported[0]
        strengths[side] = strengths.get(side, 0) + town.strength
    return strengths


def strongest_sides(strengths: dict[Side, int]) -> list[Side]:
    """The sides that share the greatest strength."""
    best = max(strengths.values(), default=0)
    return [side for side, strength in strengths.items() if strength == best]
