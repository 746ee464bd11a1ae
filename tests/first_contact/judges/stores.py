"""Judges that read settings stores and databases."""

import sqlite3
import subprocess

from tests.first_contact.desks import Desk
from tests.first_contact.judges.files import HasHome


def gsettings(desk: Desk, schema: str, key: str, value: str) -> bool:
    """Whether a GSettings key of this desktop's home has the value."""
    return desk.run("gsettings", "get", schema, key).strip() == value


def gsettings_holds(desk: Desk, schema: str, key: str, text: str) -> bool:
    """Whether the text stands in what a GSettings key is set to."""
    return text in desk.run("gsettings", "get", schema, key)


def gsettings_value(desk: Desk, schema: str, key: str) -> str:
    """What a GSettings key is set to, to be compared."""
    return desk.run("gsettings", "get", schema, key).strip()


def sqlite(site: HasHome, path: str, query: str, value: str) -> bool:
    """Whether the first value that the query finds is this."""
    with sqlite3.connect(f"file:{site.home / path}?mode=ro", uri=True) as database:
        row = database.execute(query).fetchone()
    return row is not None and str(row[0]) == value


def h2(site: HasHome, name: str, query: str, value: str) -> bool:
    """Whether the only value that a query finds in an H2 database is this, asked by H2's shell."""
    where = f"jdbc:h2:{site.home.resolve() / name};AUTO_SERVER=TRUE;IFEXISTS=TRUE"
    shell = ["java", "-cp", "/usr/share/java/h2.jar", "org.h2.tools.Shell", "-url", where]
    asking = [*shell, "-user", "sa", "-password", "", "-sql", query]
    told = subprocess.run(asking, capture_output=True, text=True, timeout=60, check=True).stdout
    return told.splitlines()[1].strip() == value
