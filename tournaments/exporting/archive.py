"""All score sheets of an event in one archive: a PDF for every table, a folder for every round."""

import io
import zipfile
from collections.abc import Callable
from typing import Protocol

from tournaments.exporting.cells import labelled
from tournaments.exporting.score_sheet import ScoreSheetPdf
from tournaments.exporting.snapshot import EventSnapshot
from tournaments.exporting.table_sheet import form_of
from tournaments.exporting.titles import label_titles
from tournaments.services.confirmations import confirmations


class Step(Protocol):
    """Called before each part of the work: how much is done of how much, and what it is."""

    def __call__(self, done: int, total: int, message: str = "") -> None: ...


class SheetArchive:
    content_type = "application/zip"
    suffix = "zip"

    def render(self, snapshot: EventSnapshot, step: Step, named: Callable[[int], str]) -> bytes:
        """Return the archive; ``named`` says in words which round is being written."""
        stream = io.BytesIO()
        confirmed = confirmations(snapshot.tables)
        moment = snapshot.label.made_at
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            for done, state in enumerate(snapshot.tables):
                step(done, len(snapshot.tables), named(state.round.number))
                form = form_of(
                    state,
                    made_at=moment,
                    confirmation=confirmed.get(state.table.pk),
                    names_accounts=True,
                )
                path = f"round-{state.round.number:02d}/table-{state.table.number:03d}.pdf"
                _add(archive, path, ScoreSheetPdf().render([form]), snapshot)
            lines = [
                f"{title}: {value}" for title, value in labelled(snapshot.label, label_titles())
            ]
            _add(archive, "README.txt", "\r\n".join([*lines, ""]).encode("utf-8-sig"), snapshot)
        return stream.getvalue()


def _add(archive: zipfile.ZipFile, path: str, content: bytes, snapshot: EventSnapshot) -> None:
    """Add a file with the snapshot's moment, so that equal facts make an equal archive."""
    info = zipfile.ZipInfo(path, snapshot.label.made_at.timetuple()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    archive.writestr(info, content)
