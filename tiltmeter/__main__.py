"""`python -m tiltmeter` is the `tiltmeter` command."""

from tiltmeter.cli import main

if __name__ == "__main__":
    main()
