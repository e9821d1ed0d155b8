"""Take a seat: `tiltmeter play lost_cities -p 2 --seat 1`, here with a person who tries a move."""

import tiltmeter as tm

shop = tm.Workshop()
table = shop.sit("lost_cities", 1, players=2, strategies=["greedy"], seed=7)
screen = table.screen()  # nothing in it that the seat may not see
print(screen.position)
for number, told in enumerate(screen.moves, 1):
    print(number, told)

table.choose(1)  # and the bot moves
print(*table.screen().news, sep="\n")
table.undo()  # bit for bit as it was
print(table.screen() == screen)
