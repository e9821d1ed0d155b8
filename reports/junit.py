"""Checked targets as a JUnit file, which CI servers show one by one."""

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as xml

from analyses.lab.check.balance_targets import CheckedTarget
from analyses.lab.check.target_range import OUT, UNSURE
from simulator.results import put


def write_junit(checked: Sequence[CheckedTarget], title: str, file: Path) -> None:
    """One test case per target and number of players; what is inconclusive counts as skipped."""
    states = [one.state for one in checked]
    counts = {
        "tests": len(checked),
        "failures": states.count(OUT),
        "errors": 0,
        "skipped": states.count(UNSURE),
    }
    words = {"name": "tiltmeter check", **{key: str(n) for key, n in counts.items()}}
    root = xml.Element("testsuites", words)
    suite = xml.SubElement(root, "testsuite", words | {"name": title})
    for one in checked:
        _add_case(suite, one, title)
    xml.indent(root)
    put(file, xml.tostring(root, encoding="utf-8", xml_declaration=True))


def _name(one: CheckedTarget) -> str:
    return one.target.label if one.level is None else f"{one.target.label}, level {one.level}"


def _add_case(suite: xml.Element, one: CheckedTarget, title: str) -> None:
    where = f"{title}.{one.players}_players"
    case = xml.SubElement(suite, "testcase", {"classname": where, "name": _name(one)})
    if one.state == OUT:
        xml.SubElement(case, "failure", {"message": one.sentence, "type": "target missed"})
    elif one.state == UNSURE:
        xml.SubElement(case, "skipped", {"message": one.sentence})
    else:
        xml.SubElement(case, "system-out").text = one.sentence
