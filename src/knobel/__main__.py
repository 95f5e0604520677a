"""`python -m knobel`: the command `knobel`, wherever scripts are not on the path."""

import sys

from knobel.cli import main

if __name__ == "__main__":
    sys.exit(main())
