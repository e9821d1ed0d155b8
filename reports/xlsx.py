"""Tables as a workbook, a sheet for each: the few parts of the format that a table needs."""

import io
import re
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from reports.model import LEAST, Grid, GridCell

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
RELATED = "application/vnd.openxmlformats-package.relationships+xml"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
LONGEST = 31  # letters of a sheet's name
PLAIN, SHARE, BOLD = range(3)  # styles
FONT = '<sz val="11"/><name val="Calibri"/>'
USUAL = 'numFmtId="{}" fontId="{}" fillId="0" borderId="0"'
STYLES = (
    f'<styleSheet xmlns="{MAIN}">'
    f'<fonts count="2"><font>{FONT}</font><font><b/>{FONT}</font></fonts>'
    '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    f'<cellStyleXfs count="1"><xf {USUAL.format(0, 0)}/></cellStyleXfs>'
    f'<cellXfs count="3"><xf {USUAL.format(0, 0)} xfId="0"/>'
    f'<xf {USUAL.format(10, 0)} xfId="0" applyNumberFormat="1"/>'
    f'<xf {USUAL.format(0, 1)} xfId="0" applyFont="1"/></cellXfs></styleSheet>'
)


def workbook(grids: Sequence[Grid]) -> bytes:
    """Numbers as they are, shares as per cent; the same tables give the same bytes."""
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as parts:
        for name, text in _parts(grids):
            part = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            part.compress_type = ZIP_DEFLATED
            parts.writestr(part, HEAD + text)
    return made.getvalue()


def _parts(grids: Sequence[Grid]) -> Iterator[tuple[str, str]]:
    numbers = range(1, len(grids) + 1)
    parts = {f"/xl/worksheets/sheet{n}.xml": "worksheet" for n in numbers}
    parts |= {"/xl/workbook.xml": "sheet.main", "/xl/styles.xml": "styles"}
    types = (
        f'<Override PartName="{part}" ContentType="{KIND}.{kind}+xml"/>'
        for part, kind in parts.items()
    )
    yield (
        "[Content_Types].xml",
        (
            f'<Types xmlns="{PACKAGE}/content-types">'
            f'<Default Extension="rels" ContentType="{RELATED}"/>'
            f'<Default Extension="xml" ContentType="application/xml"/>{"".join(types)}</Types>'
        ),
    )
    yield "_rels/.rels", _links([("officeDocument", "xl/workbook.xml")])
    sheets = (
        f'<sheet name="{_attribute(name)}" sheetId="{n}" r:id="rId{n}"/>'
        for n, name in zip(numbers, _names(grids), strict=True)
    )
    book = f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}">'
    yield "xl/workbook.xml", f"{book}<sheets>{''.join(sheets)}</sheets></workbook>"
    targets = [("worksheet", f"worksheets/sheet{n}.xml") for n in numbers]
    yield "xl/_rels/workbook.xml.rels", _links([*targets, ("styles", "styles.xml")])
    yield "xl/styles.xml", STYLES
    for n, grid in zip(numbers, grids, strict=True):
        yield f"xl/worksheets/sheet{n}.xml", _sheet(grid)


def _links(targets: Sequence[tuple[str, str]]) -> str:
    links = (
        f'<Relationship Id="rId{n}" Type="{LINKS}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{"".join(links)}</Relationships>'


def _names(grids: Sequence[Grid]) -> list[str]:
    """The ends of anchors, which tell them apart; no two alike."""
    names: list[str] = []
    for grid in grids:
        name, n = grid.anchor[-LONGEST:], 1
        while name in names:
            n += 1
            name = f"{grid.anchor[-(LONGEST - 4) :]} {n}"
        names.append(name)
    return names


def _sheet(grid: Grid) -> str:
    """Its name in the first row, then the headings, which stay when the rest is scrolled."""
    heads = "".join(_text(column.heading, BOLD) for column in grid.columns)
    rows = ("".join(map(_cell, row)) for row in grid.rows)
    lines = "".join(f"<row>{row}</row>" for row in (_text(grid.name, BOLD), heads, *rows))
    pane = '<pane ySplit="2" topLeftCell="A3" state="frozen"/>'
    views = f'<sheetViews><sheetView workbookViewId="0">{pane}</sheetView></sheetViews>'
    return f'<worksheet xmlns="{MAIN}">{views}<sheetData>{lines}</sheetData></worksheet>'


def _cell(cell: GridCell) -> str:
    if isinstance(cell.order, str):
        return _text(cell.text, PLAIN)
    if cell.order == LEAST:
        return "<c/>"
    style = SHARE if cell.text.endswith("%") else PLAIN
    return f'<c s="{style}"><v>{float(cell.order):.7g}</v></c>'


def _text(text: str, style: int) -> str:
    """Without the control signs that XML has no place for."""
    said = escape(re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", text))
    return f'<c s="{style}" t="inlineStr"><is><t xml:space="preserve">{said}</t></is></c>'


def _attribute(text: str) -> str:
    return escape(re.sub(r"[\\/*?:\[\]]", " ", text), {'"': "&quot;"})
