"""What the levels of skill are called, and how a seat spells one out."""

import re

NAMES = {1: "first game", 3: "casual", 5: "regular", 7: "strong", 9: "expert"}  # for people

# 'level=3:share=0.1354:by=random'; what is told of any seat stands behind it
SPELLED = re.compile(r"level=(\d):share=[^\s,:]*(?::(?!never=|likes=|temperature=)[^\s,:]+)*")
