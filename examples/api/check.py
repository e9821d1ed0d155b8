"""Balance targets: `tiltmeter check targets.toml`; its exit code is found.supported_state."""

from pathlib import Path

import tiltmeter as tm

Path("targets.toml").write_text(
    """
game = "lost_cities"
players = 2
games = 200
[targets]
length = "10 to 60"
turn_order = "borderline"
""",
    encoding="utf-8",
)
shop = tm.Workshop("runs", jobs=1)
found = shop.check("targets.toml")
print(found.state, found.finding.sentence)
for one in found.checked:
    print(one.target.name, one.state, one.sentence)
