"""Launching as a person's launcher does: which programs there are, and which one is meant."""

from __future__ import annotations

import os
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from engine.domain.errors import ApplicationNotFound
from engine.domain.plans import Application
from engine.surfaces.desktop.applications import (
    ApplicationCatalogue,
    DesktopEntry,
    LaunchEntry,
    application_folders,
    bundled_entry,
    find_application,
    split_command,
)

PLAIN = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def write_entry(folder: Path, file_name: str = "editor.desktop", **keys: str) -> Path:
    """A desktop entry; a key's language comes after two underscores, as in ``Name__de``."""
    path = folder / file_name
    path.parent.mkdir(parents=True, exist_ok=True)
    shown = {"Type": "Application", "Name": "Editor", "Exec": "editor"} | keys
    lines = (f"{key.replace('__', '[') + ']' * ('__' in key)}={shown[key]}" for key in shown)
    path.write_text("\n".join(["[Desktop Entry]", *lines, ""]), encoding="utf-8")
    return path


def named(
    name: str, generic_name: str = "", keywords: tuple[str, ...] = (), program: str = "program"
) -> LaunchEntry:
    return LaunchEntry(Application(name, generic_name, keywords, name.lower()), (program,))


def names(catalogue: ApplicationCatalogue) -> list[str]:
    return [application.name for application in catalogue.applications()]


ENTRIES = (
    named("Mousepad", "Text Editor", ("notes",), "mousepad"),
    named("Galculator", "Calculator"),
    named("Thunar File Manager", "File Manager", ("explorer", "folders")),
    named("Text Editor Settings"),
)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("Mousepad", "Mousepad"),
        ("  mousePAD ", "Mousepad"),
        ("text        editor", "Mousepad"),
        ("NOTES", "Mousepad"),
        ("calculator", "Galculator"),
        ("explorer", "Thunar File Manager"),
        ("Mosepad", "Mousepad"),
        ("mouse pad", "Mousepad"),
        ("calculater", "Galculator"),
        ("Thunar", "Thunar File Manager"),
        ("text  editor settings", "Text Editor Settings"),
        ("Editor", "Mousepad"),
        ("manager", "Thunar File Manager"),
        ("thunar manager", "Thunar File Manager"),
    ],
)
def test_an_application_is_found_by_the_words_for_it(asked: str, found: str) -> None:
    assert find_application(asked, ENTRIES).application.name == found


def test_a_name_counts_before_a_generic_name_and_that_before_a_keyword() -> None:
    by_keyword = named("A", keywords=("paint",))
    by_generic_name = named("B", "Paint")
    by_name = named("Paint")

    assert find_application("paint", (by_keyword, by_generic_name, by_name)) is by_name
    assert find_application("paint", (by_keyword, by_generic_name)) is by_generic_name


def test_a_name_that_holds_the_words_counts_before_a_keyword_and_a_program() -> None:
    by_keyword = named("Bulk Rename", keywords=("thunar",))
    by_program = named("Catfish", program="thunar")
    by_name = named("Thunar File Manager", program="other")

    assert find_application("Thunar", (by_keyword, by_program, by_name)) is by_name


def test_among_names_that_hold_the_words_the_shortest_is_meant() -> None:
    settings, manager = named("Thunar File Manager Settings"), named("Thunar File Manager")
    by_generic_name = named("Kate", "Advanced Text Editor")
    by_name = named("Text Editor Preferences Tool")

    assert find_application("file manager", (settings, manager)) is manager
    assert find_application("text editor", (by_name, by_generic_name)) is by_generic_name


def test_a_whole_generic_name_counts_before_a_name_that_only_holds_it() -> None:
    assert find_application("text editor", ENTRIES).application.name == "Mousepad"
    assert find_application("text editor", ENTRIES[3:]).application.name == "Text Editor Settings"


@pytest.mark.parametrize("asked", ["Thun", "anager", "Manager File", "Manager Thunar", "", " "])
def test_words_count_whole_and_in_their_order(asked: str) -> None:
    with pytest.raises(ApplicationNotFound):
        find_application(asked, (named("Thunar File Manager"), named("Dateien (AT)")))


def test_brackets_around_a_word_do_not_hide_it() -> None:
    entry = named("Files (Nautilus)")

    assert find_application("nautilus", (entry,)) is entry


def test_the_programs_own_name_will_do() -> None:
    entry = named("Web Browser", program="/usr/bin/chromium")

    assert find_application("chromium", (entry,)) is entry
    keyword = named("Gallery", keywords=("chromium",))
    assert find_application("chromium", (entry, keyword)) is keyword


def test_another_word_is_no_misspelling_and_the_nearest_are_named() -> None:
    with pytest.raises(ApplicationNotFound) as caught:
        find_application("Editing", ENTRIES)

    assert caught.value.message == "Nothing installed is called “Editing”."
    assert caught.value.remedy.startswith("Nearest: Text Editor Settings, Mousepad, ")


def test_where_nothing_is_installed_it_says_so() -> None:
    with pytest.raises(ApplicationNotFound, match="No applications are installed"):
        find_application("Editor", ())


@pytest.mark.parametrize(
    ("command", "argv"),
    [
        ("editor %F", ("editor",)),
        ("editor --file=%f -v %U", ("editor", "--file=", "-v")),
        ("editor %i %c", ("editor", "--icon", "pen", "Editor")),
        ("editor 100%%", ("editor", "100%")),
        ("editor %d %N %v -x", ("editor", "-x")),
        ('"/opt/My Editor/run" "a b"', ("/opt/My Editor/run", "a b")),
        (r'editor "say \\"hi\\" for \\$5 \\`now\\`"', ("editor", 'say "hi" for $5 `now`')),
        (r'editor "C:\\\\notes"', ("editor", r"C:\notes")),
        ("sh -c 'editor \"$HOME\"'", ("sh", "-c", 'editor "$HOME"')),
        ('editor ""', ("editor", "")),
        ("env A=1 editor", ("env", "A=1", "editor")),
    ],
)
def test_exec_becomes_the_words_of_a_command(
    command: str, argv: tuple[str, ...], tmp_path: Path
) -> None:
    path = write_entry(tmp_path, Exec=command, Icon="pen")

    assert DesktopEntry.read(path, PLAIN).command() == argv


def test_k_is_the_entrys_own_path(tmp_path: Path) -> None:
    path = write_entry(tmp_path, Exec="editor %k")

    assert DesktopEntry.read(path, PLAIN).command() == ("editor", str(path))


def test_an_open_quote_is_an_error() -> None:
    with pytest.raises(ValueError, match="quotation"):
        split_command('editor "unfinished')


def test_an_entry_is_launched_in_its_own_folder(tmp_path: Path) -> None:
    write_entry(tmp_path, Path="/opt/editor")

    (entry,) = ApplicationCatalogue([tmp_path], environment=PLAIN).entries

    assert entry.cwd == Path("/opt/editor")


@pytest.mark.parametrize(
    "keys",
    [
        {"NoDisplay": "true"},
        {"Hidden": "true"},
        {"TryExec": "no-such-program"},
        {"Type": "Link"},
        {"Exec": 'editor "unfinished'},
        {"Exec": ""},
    ],
)
def test_what_a_launcher_does_not_show_is_not_there(keys: dict[str, str], tmp_path: Path) -> None:
    write_entry(tmp_path, "seen.desktop", Name="Seen", TryExec="sh", OnlyShowIn="XFCE;KDE;")
    write_entry(tmp_path, "unseen.desktop", **keys)
    environment = PLAIN | {"XDG_CURRENT_DESKTOP": "XFCE"}

    assert names(ApplicationCatalogue([tmp_path], environment=environment)) == ["Seen"]


@pytest.mark.parametrize("keys", [{"OnlyShowIn": "MATE;"}, {"NotShowIn": "XFCE;"}])
def test_a_program_for_another_desktop_is_there_unless_this_one_has_one_of_its_name(
    keys: dict[str, str], tmp_path: Path
) -> None:
    write_entry(tmp_path, "files.desktop", Name="Files", Exec="files-of-mate", **keys)
    environment = PLAIN | {"XDG_CURRENT_DESKTOP": "XFCE"}
    found = ApplicationCatalogue([tmp_path], environment=environment).find("Files")
    assert found.argv == ("files-of-mate",)
    write_entry(tmp_path, "own.desktop", Name="Files", Exec="files-of-xfce")
    catalogue = ApplicationCatalogue([tmp_path], environment=environment)
    assert [entry.argv for entry in catalogue.entries] == [("files-of-xfce",)]


def test_a_program_for_the_terminal_gets_one(tmp_path: Path) -> None:
    write_entry(tmp_path / "entries", Terminal="true")
    terminal = tmp_path / "bin" / "xterm"
    terminal.parent.mkdir()
    terminal.touch(mode=0o755)

    def commands(path: Path) -> list[tuple[str, ...]]:
        environment = PLAIN | {"PATH": str(path)}
        catalogue = ApplicationCatalogue([tmp_path / "entries"], environment=environment)
        return [entry.argv for entry in catalogue.entries]

    assert commands(terminal.parent) == [(str(terminal), "-e", "editor")]
    assert commands(tmp_path) == []


def test_an_earlier_folder_hides_an_entry_of_a_later_one(tmp_path: Path) -> None:
    own, shared = tmp_path / "own", tmp_path / "shared"
    write_entry(own, "kde/editor.desktop", Name="Mine")
    write_entry(shared, "kde-editor.desktop", Name="Theirs")
    write_entry(own, "gone.desktop", Hidden="true")
    write_entry(shared, "gone.desktop", Name="Gone")

    assert names(ApplicationCatalogue([own, shared], environment=PLAIN)) == ["Mine"]


def test_files_that_are_no_entries_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "latin1.desktop").write_bytes(b"[Desktop Entry]\nName=\xe9\n")
    (tmp_path / "empty.desktop").touch()
    (tmp_path / "prose.desktop").write_text("just words\n")
    (tmp_path / "dangling.desktop").symlink_to(tmp_path / "nowhere")
    write_entry(tmp_path)

    catalogue = ApplicationCatalogue([tmp_path, tmp_path / "missing"], environment=PLAIN)

    assert names(catalogue) == ["Editor"]


def test_an_entry_goes_by_its_name_in_the_language_and_by_the_original(tmp_path: Path) -> None:
    write_entry(
        tmp_path,
        Name="Files",
        Name__de="Dateien",
        Name__de_AT="Dateien (AT)",
        GenericName="File Manager",
        GenericName__de="Dateiverwaltung",
        Keywords="folder;semi\\;colon;",
        Keywords__de="Ordner;",
    )

    austrian = ApplicationCatalogue([tmp_path], environment=PLAIN | {"LANG": "de_AT.UTF-8"})
    german = ApplicationCatalogue(
        [tmp_path], environment=PLAIN | {"LANG": "fr_FR", "LC_ALL": "de_DE.UTF-8@euro"}
    )

    assert names(austrian) == ["Dateien (AT)"]
    assert german.applications() == (
        Application(
            "Dateien", "Dateiverwaltung", ("Ordner", "folder", "semi;colon"), entry_id="editor"
        ),
    )
    for word in ("dateien", "files", "dateiverwaltung", "file manager", "ordner", "folder"):
        assert german.find(word) is german.entries[0]
    assert names(ApplicationCatalogue([tmp_path], environment=PLAIN)) == ["Files"]


def test_the_folders_are_the_users_own_then_the_shared_ones() -> None:
    home = {"HOME": "/home/ada"}

    assert application_folders(home) == (
        Path("/home/ada/.local/share/applications"),
        Path("/usr/local/share/applications"),
        Path("/usr/share/applications"),
    )
    assert application_folders(home | {"XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/a:/b"}) == (
        Path("/d/applications"),
        Path("/a/applications"),
        Path("/b/applications"),
    )


def test_the_bundled_app_has_its_words_from_the_file_and_its_command_from_the_caller(
    tmp_path: Path,
) -> None:
    command = ("python", "-m", "app.practice_app")
    with as_file(files("resources") / "applications" / "pilothouse-practice.desktop") as path:
        practice = bundled_entry(path, argv=command, environment=PLAIN, cwd=tmp_path)

    catalogue = ApplicationCatalogue([tmp_path], environment=PLAIN, extra=(practice,))

    assert catalogue.applications() == (
        Application(
            "Practice", "Practice app", ("practice", "test", "training"), "pilothouse-practice"
        ),
    )
    assert catalogue.find("practice app").argv == command
    assert catalogue.find("training").cwd == tmp_path

    write_entry(tmp_path, "pilothouse-practice.desktop", Name="My own Practice")
    installed = ApplicationCatalogue([tmp_path], environment=PLAIN, extra=(practice,))
    assert names(installed) == ["My own Practice"]


def test_what_is_installed_here_can_be_found() -> None:
    catalogue = ApplicationCatalogue(application_folders(os.environ), environment=PLAIN)

    assert catalogue.find("Mousepad").argv == ("mousepad",)


@pytest.mark.parametrize(
    ("lines", "power"),
    [
        ("Exec=calm", ""),
        ("Exec=calm\nCategories=Utility;TextEditor;", ""),
        ("Exec=harmless\nCategories=System;TerminalEmulator;", "executes"),
        ("Exec=htop\nTerminal=true", "executes"),
        ("Exec=/bin/sh /opt/calm", "executes"),
        ("Exec=env x -e calm", "executes"),
        ("Exec=calm\nCategories=Settings;", "settings"),
    ],
)
def test_what_power_an_application_gives_is_told_by_its_entry(
    tmp_path: Path, lines: str, power: str
) -> None:
    """A program that calls itself harmless and runs a shell is known by its command."""
    (tmp_path / "x.desktop").write_text(f"[Desktop Entry]\nType=Application\nName=Calm\n{lines}\n")
    path = ":".join(("/usr/bin", "/bin"))
    [found] = ApplicationCatalogue([tmp_path], environment={"PATH": path}).applications()
    assert found.power == power
