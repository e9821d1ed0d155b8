"""Scripts and styles of pages, as text; whoever wants nothing else loads no drawings for it."""

from pathlib import Path

from markupsafe import Markup

TEMPLATES = Path(__file__).parent / "templates"


def text_of(name: str) -> Markup:
    return Markup((TEMPLATES / name).read_text(encoding="utf-8"))
