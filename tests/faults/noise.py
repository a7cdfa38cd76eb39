"""Mutations that say nothing, and are left out: marks of compilation, annotations, and `is` in the place of `==`."""

import ast
import functools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the tests of this file need no Cosmic Ray
    from cosmic_ray.work_item import MutationSpec

Span = tuple[tuple[int, int], tuple[int, int]]
"""From (line, column) to (line, column)."""


def is_noise(mutation: "MutationSpec") -> bool:
    """Tell whether a mutation removes a decorator, which plain Python does not need, or lies in an annotation.

    Whether `is` does what `==` does hangs on how Python keeps small numbers, so nothing is learned from that either.
    """
    if mutation.operator_name == "core/RemoveDecorator" or mutation.operator_name.endswith(("_Is", "_IsNot")):
        return True
    return any(start <= mutation.start_pos < end for start, end in annotations(mutation.module_path))


@functools.cache
def annotations(path: Path) -> tuple[Span, ...]:
    """Give where the annotations of a file stand."""
    return tuple(spans(ast.parse(path.read_text(encoding="utf-8"))))


def spans(tree: ast.AST) -> Iterator[Span]:
    """Give the span of each annotation of a tree."""
    for node in ast.walk(tree):
        noted = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        for part in noted:
            if isinstance(part, ast.expr) and part.end_lineno is not None and part.end_col_offset is not None:
                yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)
