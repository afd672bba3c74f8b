"""The secret of an embedded site: made at random on its first start, kept beside its data."""

import os
import secrets
from pathlib import Path


def embedded_secret(folder: Path) -> str:
    """Return the secret in ``folder/secret``; make it if there is none (readable by owner only)."""
    path = folder / "secret"
    if not path.exists():
        draft = folder / f"secret.{os.getpid()}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        try:
            # A hard link appears whole or not at all: of two processes starting at once one wins.
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
