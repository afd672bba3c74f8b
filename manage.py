#!/usr/bin/env python3
"""Commands of mjclub. The first call builds the environment that they run in.

Standard library only up to here: this file runs in any Python 3.11 and re-executes itself in the
project's own environment (see mjclub/bootstrap.py; MJCLUB_NO_BOOTSTRAP=1 leaves that out).
"""

import os
import sys

from mjclub import bootstrap


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mjclub.settings")
    try:
        bootstrap.enter(sys.argv)
        from django.core.management import execute_from_command_line

        from mjclub.safety import RefusedSettingsError

        try:
            execute_from_command_line(sys.argv)
        except RefusedSettingsError as error:
            sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
