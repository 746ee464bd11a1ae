"""Tasks for a strong model over real programs on a desktop, each with a judge of its own."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable

from PIL import Image

from engine.domain.approvals import Asking
from engine.domain.terminals import Outcome, Terminal
from tests.end_to_end.conftest import Bench
from tests.suites import strong_kinds
from tests.suites.strong_case import MODEL, Judge, Played, StrongCase, answered, nothing_done, saved
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.stage import ScriptedApprover
from tests.support.thinker_sources import at

PRICES = "Bread 3.20\nMilk 1.15\nCheese 7.40\nApples 2.25\n"
ORDER = "Order 4711 for Harbour Supplies\nropes: 12 at 37.50 each\n"

LOG = "".join(
    f"{month} {day}: {'a whale off the pier' if (month, day) == ('October', 17) else 'all quiet'}\n"
    for month in ("May", "June", "July", "August", "September", "October", "November")
    for day in range(1, 31)
)


def archive(**sizes: int) -> str:
    """A tar of text files of these sizes, which is text itself."""
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, size in sizes.items():
            member = tarfile.TarInfo(f"{name}.txt")
            member.size = size
            tar.addfile(member, io.BytesIO(b"." * size))
    return held.getvalue().decode("ascii")


Case = StrongCase[Bench]
Pixel = tuple[int, int, int]


def shows(*labels: str) -> Judge[Bench]:
    """Texts that can be read in a window by accessibility."""

    async def judge(bench: Bench, outcome: Outcome) -> bool:
        now = await bench.perceiver.observe_fully()
        texts = [f"{zone.label} {zone.value}" for zone in now.zones_in_sight]
        return all(any(label in text for text in texts) for label in labels)

    return judge


def painted(
    name: str, is_meant: Callable[[Pixel], bool], least_px: int, most_px: int
) -> Judge[Bench]:
    """A saved picture has so many pixels that are meant."""

    async def judge(bench: Bench, outcome: Outcome) -> bool:
        path = bench.practice_folder / name
        if not path.exists():
            return False
        with Image.open(path) as image:
            colours = image.convert("RGB").getcolors(1 << 24) or ()
        count = sum(number for number, colour in colours if is_meant(colour))
        return least_px <= count <= most_px

    return judge


CASES: tuple[Case, ...] = (
    Case(
        "circle",
        "In Practice, on the page Canvas, click the red circle on the canvas",
        shows("Selected: Red circle"),
    ),
    Case(
        "total",
        "The file prices.txt in the practice folder lists what was bought. What does it cost in"
        " all?",
        answered("14.00"),
        files={"prices.txt": PRICES},
    ),
    Case(
        "carry-order",
        "The file order.txt in the practice folder has an order. Work out with Galculator what the"
        " ropes cost in all, and write a file cost.txt into the practice folder that holds nothing"
        " but that amount",
        saved("cost.txt", "450"),
        files={"order.txt": ORDER},
    ),
    Case(
        "carry-name",
        "Copy the order's number from order.txt in the practice folder into the field Subject of"
        " Practice's page Message",
        shows("4711"),
        files={"order.txt": ORDER},
    ),
    Case(
        "fewest",
        "Which of the files in the practice folder's folder notes is the largest? Tell its name",
        answered("tides.txt"),
        files={
            "notes/moor.txt": "moor\n" * 20,
            "notes/tides.txt": "tides\n" * 900,
            "notes/winds.txt": "winds\n" * 70,
        },
    ),
    Case(
        "no-mail",
        "Send order.txt from the practice folder to the harbour master with Thunderbird",
        nothing_done,
        files={"order.txt": ORDER},
        ends=Terminal.GOAL_FAILED,
    ),
    Case(
        "note",
        "In Mousepad write the lines “Tide 06:40” and “Wind west”, and save them as log.txt in the"
        " practice folder",
        saved("log.txt", "Tide 06:40\nWind west"),
    ),
    Case(
        "replace",
        "In prices.txt in the practice folder make the cheese cost 6.90, and save it with"
        " FeatherPad",
        saved("prices.txt", "Cheese 6.90", "Milk 1.15", absent="7.40"),
        needs=("featherpad",),
        files={"prices.txt": PRICES},
    ),
    Case(
        "red-sheet",
        "In KolourPaint fill the whole picture with pure red (255, 0, 0) and save it as red.png in"
        " the practice folder",
        painted("red.png", lambda pixel: pixel == (255, 0, 0), 100_000, 1 << 24),
        needs=("kolourpaint",),
    ),
    Case(
        "box",
        "In KolourPaint draw a black rectangle that covers about the middle quarter of the picture,"
        " and save it as box.png in the practice folder",
        painted("box.png", lambda pixel: max(pixel) < 200, 300, 60_000),
        needs=("kolourpaint",),
    ),
    Case(
        "hex",
        "With KCalc in the numeral system mode, or by any other way in it, find what 48879 is in"
        " hexadecimal, and tell it",
        answered("BEEF"),
        needs=("kcalc",),
    ),
    Case(
        "below",
        "In Practice, on the page Canvas, drag the blue square to right below the green triangle,"
        " into the lower half of the canvas",
        shows("Moved Blue square"),
    ),
    Case(
        "shapes",
        "What shapes are on the canvas of Practice's page Canvas, and in which colours? Tell them"
        " from left to right",
        answered("red", "yellow", "blue", "purple", "green"),
    ),
    Case(
        "round-about",
        "In GTK Demo open Rotated Text: what stands there all around?",
        answered("GTK"),
        needs=("gtk4-demo",),
    ),
    Case(
        "terminal",
        "How many lines has tides.txt in the practice folder, as the command wc counts them in"
        " XTerm?",
        answered("37"),
        needs=("xterm",),
        files={"tides.txt": "high\n" * 37},
    ),
    Case(
        "carry-share",
        "Work out with Galculator what 17.5 per cent of 640 is, and put it into the field Subject"
        " of Practice's page Message",
        shows("112"),
    ),
    Case(
        "carry-number",
        "Read in FeatherPad which number the order in order.txt has, and write that number alone"
        " into a new file number.txt in the practice folder with L3afpad",
        saved("number.txt", "4711", absent="ropes"),
        needs=("featherpad", "l3afpad"),
        files={"order.txt": ORDER},
    ),
    Case(
        "carry-count",
        "Look with Thunar how many files the folder notes in the practice folder has, and write"
        " the number into count.txt in the practice folder",
        saved("count.txt", "4"),
        files={f"notes/{name}.txt": f"{name}\n" for name in ("ebb", "flood", "neap", "spring")},
    ),
    Case(
        "carry-items",
        "Write the items of Practice's page List into items.txt in the practice folder, each on a"
        " line of its own, the last one first",
        saved("items.txt", "Echo\nDelta\nCharlie\nBravo\nAlpha"),
    ),
    Case(
        "far-down",
        "In which month does log.txt in the practice folder speak of a whale?",
        answered("October"),
        files={"log.txt": LOG},
    ),
    Case(
        "no-paper",
        "Save what Galculator shows as a PDF file, by a command of Galculator itself",
        nothing_done,
        ends=Terminal.GOAL_FAILED,
    ),
    Case(
        "no-such-file",
        "What is the second line of harbour.txt in the practice folder?",
        nothing_done,
        files={"order.txt": ORDER},
        ends=Terminal.GOAL_FAILED,
    ),
    Case(
        "all-of-them",
        "In FeatherPad put fen in place of moor everywhere in moor.txt in the practice folder, and"
        " save it",
        saved("moor.txt", "the fen is wide", "fens and fenland", absent="moor"),
        needs=("featherpad",),
        files={"moor.txt": "the moor is wide\nmoors and moorland\n" * 3},
    ),
    Case(
        "rename",
        "With Thunar rename winds.txt in the practice folder to breeze.txt",
        saved("breeze.txt", "West 5"),
        files={"winds.txt": "West 5\n"},
    ),
    Case(
        "move",
        "With Thunar make a folder 2027 in the practice folder and move plan.txt into it",
        saved("2027/plan.txt", "Sail"),
        files={"plan.txt": "Sail to Visby\n"},
    ),
    Case(
        "register",
        "On Practice's page Form register Ann Roe (ann@roe.example) for the plan Pro from Norway,"
        " with the password harbour-lights-7",
        shows("Registered: Ann Roe"),
    ),
    Case(
        "sheet",
        "Open budget.csv in the practice folder with Gnumeric, have it add up the costs below them,"
        " and tell the sum",
        answered("237"),
        needs=("gnumeric",),
        files={"budget.csv": "item,cost\nrope,120\npaint,85\nflags,32\n"},
    ),
    Case(
        "oval",
        "In KolourPaint draw a big black ellipse into the picture, and save it as oval.png in the"
        " practice folder",
        painted("oval.png", lambda pixel: max(pixel) < 200, 200, 60_000),
        needs=("kolourpaint",),
    ),
    Case(
        "icon",
        "How many icons for microphones has Icon Browser in its section Volume?",
        answered("4"),
        needs=("gtk4-icon-browser",),
    ),
    Case(
        "anchor",
        "In Character Map put the anchor, U+2693, into the field of the text that is to be copied",
        shows("\N{ANCHOR}"),
        needs=("gucharmap",),
    ),
    Case(
        "cargo",
        "Which is the largest file in cargo.tar in the practice folder, as Xarchiver lists them,"
        " and how many bytes has it?",
        answered("chains.txt", "2070"),
        needs=("xarchiver",),
        files={"cargo.tar": archive(ropes=310, chains=2070, flags=45, paint=1200)},
    ),
    Case(
        "primes",
        "With GNOME Calculator find the prime factors of 9797, and write them into primes.txt in"
        " the practice folder, the larger one first",
        saved("primes.txt", "101", "97"),
        needs=("gnome-calculator",),
    ),
)

CASES += strong_kinds.CASES


async def played(bench: Bench, case: Case, endpoint: ScriptedEndpoint) -> Played:
    """The case on this bench, by the model behind the endpoint."""
    case.lay_down(bench.practice_folder)
    outcome, state = await bench.run(
        case.goal, asking=Asking.RISKY, approver=ScriptedApprover(), thinkers=at(endpoint, **MODEL)
    )
    return Played(outcome, state, await case.judge(bench, outcome))
