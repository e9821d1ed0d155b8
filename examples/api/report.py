"""A page and a PDF: `tiltmeter report RUN`, and `--report FOLDER` of any other result.

shop.report("archeos", quick=True) plays a title for its report, as `tiltmeter report archeos`.
"""

import tiltmeter as tm

shop = tm.Workshop("runs", jobs=1)
run = shop.simulate("lost_cities", games=200, players=2).run
made = shop.report(run.path, out="report", only="html", cover=tm.Cover("Season 2", author="Ada"))
print(made.files)
for sentence in made.page.summary:
    print(sentence)

with shop.speaking("fr", "lost_cities"):  # as --language fr
    swept = shop.sweep("lost_cities", {"bridges.bonus": [0, 40]}, ["length"], players=2, games=40)
    print(shop.write(swept, "sweep", only="html").files)
