"""Starts SecantusDB for tests, with two defects of 0.7.0b3 mended."""

import sys

from secantus import commands, update
from secantus.cli import main
from secantus.query import matches

resolve_let_vars = commands._resolve_let_vars


def resolve_with_stored_now(let):
    """Stored dates have no time zone: compared with them, $$NOW must have none."""
    variables = resolve_let_vars(let)
    return {**variables, "NOW": variables["NOW"].replace(tzinfo=None)}


pull_matches = update._pull_matches


def pull_matches_logical(match, element, criterion):
    """A criterion such as {$or: [...]} is about the fields of an element, not about its value."""
    if isinstance(criterion, dict) and any(key in ("$or", "$and", "$nor") for key in criterion):
        return isinstance(element, dict) and matches(element, criterion)
    return pull_matches(match, element, criterion)


commands._resolve_let_vars = resolve_with_stored_now
update._pull_matches = pull_matches_logical
sys.exit(main())
