"""Which variants confirm which findings: a tile for each."""

from matplotlib.patches import Rectangle

from analyses.findings.finding import Finding
from analyses.lab.check.target_range import HOLDS
from analyses.lab.compare.robust import MARKS, OUT, SAME, UNSURE
from analyses.language import say
from reports.canvas import WIDE, Canvas, Drawing, short
from reports.charts.shapes import ROW
from reports.look import GRID, HUES, INK, Look

COLOURS = {HOLDS: HUES[2], OUT: HUES[1], UNSURE: GRID, SAME: "none"}
WORDS = {
    HOLDS: "confirmed",
    OUT: "contradicted",
    UNSURE: "inconclusive",
    SAME: "the same games",
}


def draw(finding: Finding, look: Look) -> list[Drawing]:
    frame = finding.frame("variants")
    states = {mark: state for state, mark in MARKS.items()}
    variants, claims = frame["variant"].to_list(), frame.columns[1:]
    canvas = Canvas(0.9 + 0.8 * ROW * len(variants), WIDE)
    for i, variant in enumerate(variants):
        for j, claim in enumerate(claims):
            _tile(canvas, (j, i), states[frame[claim][i]], f"{claim}, {variant}")
    axes = canvas.axes
    axes.set_xlim(-0.5, len(claims) - 0.5)
    axes.set_ylim(len(variants) - 0.5, -0.5)
    axes.set_yticks(range(len(variants)), [short(name, 44) for name in variants])
    words = [short(name, 18) for name in claims]
    axes.set_xticks(range(len(claims)), words, rotation=35, ha="left", rotation_mode="anchor")
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return [
        canvas.drawing(
            say(
                "What each variant says of each finding: = confirms it, ≠ contradicts it, ? is"
                " inconclusive, · plays the same games"
            ),
            say(
                "Tiles of {variants} variants by {claims} findings. {sentence}",
                variants=len(variants),
                claims=len(claims),
                sentence=finding.sentence,
            ),
        )
    ]


def _tile(canvas: Canvas, at: tuple[int, int], state: str, what: str) -> None:
    column, line = at
    box = Rectangle(
        (column - 0.45, line - 0.42), 0.9, 0.84, facecolor=COLOURS[state], alpha=0.5, lw=0
    )
    canvas.axes.add_patch(box)
    canvas.tip(box, say("{name}: {words}", name=what, words=WORDS[state]))
    canvas.axes.text(
        column, line, MARKS[state], ha="center", va="center_baseline", fontsize=8, color=INK
    )
