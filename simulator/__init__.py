"""The rules of the games and the loop that plays them; knows no strategy, table or chart."""
