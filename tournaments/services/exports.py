"""Files made of an event: asking for one, keeping it, clearing old ones away. What stands in them
is made by `tournaments.exporting`.

Promises: equal requests of one revision are one job and one file; a job that runs twice leaves one
file; what is cancelled leaves none.
"""

import datetime as dt
import hashlib
import logging
from functools import partial

from django.conf import settings
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.models import Export, Job, Tournament
from tournaments.services import erasures, jobs
from tournaments.services.access import Actor, require_organiser

log = logging.getLogger(__name__)


def fingerprint(tournament_id: int, kind: str, language: str, revision: int) -> str:
    """Return the name of what a file is made from."""
    words = f"{tournament_id}:{kind}:{language}:{revision}"
    return hashlib.sha256(words.encode()).hexdigest()


def found(tournament: Tournament, kind: str, language: str) -> Export | None:
    """Return the file of the event as it is now, if it was made already."""
    key = fingerprint(tournament.pk, kind, language, tournament.revision)
    return Export.objects.filter(fingerprint=key).first()


def ask(actor: Actor, tournament: Tournament, kind: str, language: str) -> Export | Job:
    """Return the file if it is there, else the job that makes it (an equal one that waits is it).

    Raises `NotAllowed`: made files show everything, so they are the organisers'."""
    require_organiser(actor, tournament)
    made = found(tournament, kind, language)
    if made is not None:
        return made
    key = f"export:{tournament.pk}:{kind}:{language}:{tournament.revision}"
    arguments = {"kind": kind, "language": language, "by": actor.label}
    running = Job.objects.filter(key=key, status=Job.Status.RUNNING).first()
    if running is not None:
        return running
    return jobs.request(Job.Kind.EXPORT, tournament.pk, key=key, arguments=arguments, actor=actor)


def keep(
    tournament: Tournament, kind: str, language: str, *, name: str, content: bytes, by: str = ""
) -> Export:
    """Keep a made file; one that is there already of equal facts is returned instead. Raises
    `ErasedMeanwhile` where somebody was erased after the facts were read."""
    key = fingerprint(tournament.pk, kind, language, tournament.revision)
    made = Export.objects.filter(fingerprint=key).first()
    if made is not None:
        return made
    export = Export(
        tournament=tournament,
        kind=kind,
        language=language,
        fingerprint=key,
        revision=tournament.revision,
        name=name[:160],
        size=len(content),
        actor=by[:80],
    )
    # The file first: a row never names a file that is not there.
    export.file.save(f"{key[:16]}-{name[-80:]}", ContentFile(content), save=False)
    try:
        with transaction.atomic():
            erasures.hold(tournament.pk, tournament.revision)
            export.save()
    except erasures.ErasedMeanwhile:
        export.file.delete(save=False)
        raise
    except IntegrityError:
        export.file.delete(save=False)
        return Export.objects.get(fingerprint=key)
    return export


def of_event(tournament: Tournament, limit: int = 20) -> list[Export]:
    return list(tournament.exports.order_by("-id")[:limit])


def waiting(tournament: Tournament) -> list[Job]:
    """Return the jobs that make files: those at work, and the last ones that failed."""
    recent = timezone.now() - dt.timedelta(days=1)
    found = Job.objects.filter(tournament=tournament, kind=Job.Kind.EXPORT, created_at__gt=recent)
    return list(found.exclude(status__in=[Job.Status.DONE, Job.Status.CANCELLED])[:10])


def clear_old(now: dt.datetime | None = None) -> int:
    """Delete the files that were made longer ago than `settings.EXPORT_DAYS`; return how many."""
    limit = (now or timezone.now()) - dt.timedelta(days=settings.EXPORT_DAYS)
    old = list(Export.objects.filter(made_at__lt=limit))
    for export in old:
        # The row first: a page never offers a file that is gone. One left over harms nobody.
        export.delete()
        delete_file(export)
    return len(old)


def delete_all(tournament: Tournament) -> None:
    """Delete all files made of an event, as soon as the caller's transaction is through."""
    for export in tournament.exports.all():
        export.delete()
        transaction.on_commit(partial(delete_file, export))


def delete_file(export: Export) -> None:
    """Delete the file of a row that is gone. What fails here (each storage has errors of its own)
    stops nothing: the clean-up takes files that no row names."""
    try:
        export.file.delete(save=False)
    except Exception:
        log.exception("the file of export %s could not be deleted", export.name)
