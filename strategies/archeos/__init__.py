"""Players of Archeos Society."""
