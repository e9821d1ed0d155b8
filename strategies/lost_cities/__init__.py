"""Players of Lost Cities: Roll & Write."""
