"""A page to hand on: files are called by their names, and where they lie stays with their owner."""

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

from analyses.language import Language
from reports.model import Page

# From the root on, as in allround@/home/me/best.toml; not in a word, a web address or a tag.
FOLDERS = re.compile(r"""(?<![\w.:/<])/(?:[^\s/'"<>,]+/)+""")


def handed_on(page: Page) -> Page:
    return _without_folders(page)


def _without_folders(value: Any) -> Any:
    """The same value, with every text in it."""
    if isinstance(value, str):
        return FOLDERS.sub("", value) if "/" in value else value
    if isinstance(value, tuple | list):
        return type(value)(map(_without_folders, value))
    if isinstance(value, Language) or not is_dataclass(value) or isinstance(value, type):
        return value
    parts = {one.name: getattr(value, one.name) for one in fields(value)}
    return replace(value, **{name: _without_folders(part) for name, part in parts.items()})
