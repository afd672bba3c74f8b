"""How long a list of people takes: reading, looking it through, registering it as its job does.

Call: ``python -m benchmarks.import_people [--people 5000] [--known 5000]``. A database is made for
it where ``DATABASE_URL`` (else SQLite) says, and taken away again. ``--known`` people are in the
house already; a tenth of the list looks like one of them.
"""

import argparse
import csv
import io
import os
import sys
import time
from collections.abc import Callable

import django
import openpyxl

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mjclub.settings")
django.setup()

from django.db import connection  # noqa: E402  (after the settings)
from django.test.utils import setup_databases, teardown_databases  # noqa: E402

from tournaments.importing.player_list import layout_of, read_people  # noqa: E402
from tournaments.importing.table_file import read_table  # noqa: E402
from tournaments.models import Club, Job, PeopleFile, Player  # noqa: E402
from tournaments.services import events, jobs, people_files  # noqa: E402
from tournaments.services.access import Actor  # noqa: E402

SYSTEM = Actor.of_system("benchmark")
SURNAMES = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"
GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉兰红梅春生国庆"


def name_of(number: int) -> str:
    """Return a made-up name that no other number has."""
    a, rest = divmod(number, len(SURNAMES))
    b, c = divmod(a, len(GIVEN))
    return f"{SURNAMES[rest]}{GIVEN[c]}{GIVEN[b % len(GIVEN)]}{number}"


def rows_of(people: int, known: int) -> list[list[object]]:
    head: list[object] = ["编号", "姓名", "俱乐部", "队伍"]
    rows = [head]
    for n in range(1, people + 1):
        alike = n % 10 == 0 and known
        name = (
            f"{name_of(n % known)[:1]}　{name_of(n % known)[1:]}" if alike else name_of(known + n)
        )
        rows.append([n, name, f"社{n % 40}", f"队{n % (people // 4 or 1)}"])
    return rows


def as_csv(rows: list[list[object]]) -> bytes:
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows(rows)
    return stream.getvalue().encode("gb18030")


def as_book(rows: list[list[object]]) -> bytes:
    book = openpyxl.Workbook(write_only=True)
    page = book.create_sheet()
    for row in rows:
        page.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def timed(what: str, act: Callable[[], object]) -> object:
    start, work = time.perf_counter(), time.process_time()
    result = act()
    passed, work = time.perf_counter() - start, time.process_time() - work
    sys.stdout.write(f"  {what:<28}{passed:7.2f} s, of which {work:.2f} s of this process\n")
    return result


def house(known: int) -> None:
    clubs = Club.objects.bulk_create(Club(name=f"社{n}") for n in range(40))
    Player.objects.bulk_create(Player(name=name_of(n), club=clubs[n % 40]) for n in range(known))


def measure(people: int, known: int) -> None:
    house(known)
    rows = rows_of(people, known)
    book, text = as_book(rows), as_csv(rows)
    timed("read the workbook", lambda: read_people(t := read_table(book), layout_of(t)))
    table = read_table(text)
    layout = layout_of(table)
    read = timed("read the CSV", lambda: read_people(read_table(text), layout))
    event = events.create_tournament(SYSTEM, name="benchmark", club_name="社0")
    file = people_files.keep(
        SYSTEM, event.pk, name="list", encoding=table.encoding, table=table.rows
    )
    people_files.lay_out(
        SYSTEM, file, columns=layout.columns, head=0, rows=read.rows, lines=read.lines
    )
    found, problems = timed("look through", lambda: people_files.preview(file))
    sys.stdout.write(
        f"  {len(found.new)} new, {len(found.known)} known, {len(found.alike)} alike, "
        f"{len(problems)} problems\n"
    )
    job = people_files.register(SYSTEM, file)
    timed("register (the job)", lambda: jobs.run(job.pk))
    job.refresh_from_db()
    again = PeopleFile.objects.create(
        tournament=event, name="again", encoding="", table=[], rows=file.rows, lines=file.lines
    )
    job_again = people_files.register(SYSTEM, again)
    timed("the same list again", lambda: jobs.run(job_again.pk))
    job_again.refresh_from_db()
    sys.stdout.write(f"  {job.result} then {job_again.result}; {event.entries.count()} entries\n")
    if job.status != Job.Status.DONE or job_again.result != {"registered": 0}:
        sys.exit("The list was not registered once.")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--people", type=int, default=5000)
    parser.add_argument("--known", type=int, default=5000)
    args = parser.parse_args()
    made = setup_databases(verbosity=0, interactive=False)
    try:
        sys.stdout.write(f"{connection.vendor}: {args.people} people, {args.known} in the house\n")
        measure(args.people, args.known)
    finally:
        teardown_databases(made, verbosity=0)


if __name__ == "__main__":
    main()
