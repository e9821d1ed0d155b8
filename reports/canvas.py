"""From a matplotlib figure to an SVG that is the same every time, with values to hover over."""

import io
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from xml.sax.saxutils import escape

from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import ScalarFormatter

from analyses.language import marked
from reports.look import FAINT, GRID, INK

NORMAL, WIDE = 3.6, 6.6  # inches: half a page and a whole one
One = TypeVar("One")
LONGEST = 30  # letters of a name in a chart; the table has all of it
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: small, searchable, read aloud
    "svg.hashsalt": "tiltmeter",
    "text.parse_math": False,  # a name with $ is a name
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.labelsize": 8,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "text.color": INK,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.4,
    "legend.frameon": False,
    "legend.fontsize": 7.5,
    "hatch.linewidth": 0.6,
}


@dataclass(frozen=True)
class Drawing:
    """A chart: what it shows in a line, what it says to those who cannot see it, and the SVG."""

    caption: str
    alt: str
    svg: str
    is_wide: bool = False
    narrow: str = ""  # the same for narrow screens, if it can be drawn so


class _Figures(ScalarFormatter):
    """What stands along an axis, with the marks of the language."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        return marked(super().__call__(x, pos))


class Canvas:
    """A figure with panels side by side on one scale; `tip` gives an artist a value to hover over.

    `axes` is the panel that is being drawn. With scales of their own panels share the rows only.
    """

    def __init__(
        self,
        height: float,
        width: float = NORMAL,
        names: Iterable[str] = ("",),
        own_scales: bool = False,
    ) -> None:
        self.width, self.tips = width, dict[str, str]()
        self.figure = Figure(figsize=(width, height), layout="constrained")
        shared: Any = {"sharex": not own_scales, "sharey": True, "squeeze": False}
        names = list(names)
        row = self.figure.subplots(1, len(names), **shared)[0]
        self.panels = dict(zip(names, row, strict=True))
        self.axes = row[0]
        for name, axes in self.panels.items():
            axes.set_title(name, loc="left", fontweight="bold", pad=11)

    def over(self, each: Mapping[str, One]) -> Iterator[One]:
        """One thing for each panel, which is then the one being drawn."""
        for name, one in each.items():
            self.axes = self.panels[name]
            yield one

    def tip(self, artist: Any, text: str) -> None:
        name = f"tip{len(self.tips)}"
        artist.set_gid(name)
        self.tips[name] = text

    def drawing(self, caption: str, alt: str, narrow: "Canvas | None" = None) -> Drawing:
        """What is wide is drawn for narrow screens too: as it is, or as another says."""
        svg, is_wide = self._svg(), self.width > NORMAL
        if not is_wide:
            return Drawing(caption, alt, svg)
        return Drawing(caption, alt, svg, is_wide, narrow._svg() if narrow else self._stacked())

    def _stacked(self) -> str:
        """Half a page wide, panels one below the other."""
        n = len(self.panels)
        self.figure.set_size_inches(NORMAL, n * self.figure.get_figheight())
        column = self.figure.add_gridspec(n, 1)
        for k, axes in enumerate(self.panels.values()):
            axes.set_subplotspec(column[k])
            if n > 1:
                axes.tick_params(labelleft=True, labelbottom=True)
        for legend in [*self.figure.legends]:
            handles: Any = legend.legend_handles
            names = [text.get_text() for text in legend.texts]
            legend.remove()
            self.figure.legend(handles, names, loc="outside lower center", ncols=2)
        return self._svg()

    def _svg(self) -> str:
        """Drawn once, layout included: `savefig` would draw all of it for the layout, unseen."""
        for axes in self.figure.axes:
            for axis in (axes.xaxis, axes.yaxis):
                if type(axis.get_major_formatter()) is ScalarFormatter:
                    axis.set_major_formatter(_Figures())
        for ground in (self.figure.patch, *(axes.patch for axes in self.figure.axes)):
            ground.set_facecolor("none")
        made, nothing = io.StringIO(), dict.fromkeys(("Date", "Creator", "Format", "Type"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a chart with little room; whoever reads it sees
            FigureCanvasSVG(self.figure).print_svg(made, metadata=nothing)
        svg = made.getvalue()
        svg = svg[svg.index("<svg") :]
        svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
        for name, text in self.tips.items():
            svg = svg.replace(
                f'<g id="{name}">', f'<g id="{name}" class="tip"><title>{escape(text)}</title>', 1
            )
        svg = re.sub(r' (?:d|x|y|width|height|transform)="[^"]*"', _rounded, svg)
        return re.sub(r"\n\s*", "\n", svg)


def _rounded(attribute: re.Match[str]) -> str:
    """A hundredth of a point is near enough, and half the file."""
    return re.sub(r"(\.\d\d)\d+", r"\1", attribute.group())


def short(name: str, letters: int = LONGEST) -> str:
    """A long name with its middle left out: beginnings and ends tell names apart."""
    if len(name) <= letters:
        return name
    half = (letters - 1) // 2
    return f"{name[: letters - 1 - half]}…{name[-half:]}"
