"""Whether what runs on a surface is kept apart from what is the operator's."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sandbox:
    """``problem`` says why there is none, as the machine refused it; ``remedy`` what to do."""

    is_used: bool
    has_network: bool = True
    problem: str = ""
    remedy: str = ""

    @classmethod
    def missing(cls, problem: str, remedy: str = "") -> "Sandbox":
        return cls(False, problem=problem, remedy=remedy)

    @property
    def is_closed(self) -> bool:
        """Nothing of the operator's is within its reach, and nothing gets out of it."""
        return self.is_used and not self.has_network

    @property
    def words(self) -> str:
        """What the programs in it can reach, without a full stop."""
        if self.is_closed:
            return "sandboxed: programs see neither your files nor the network"
        if self.is_used:
            return "sandboxed, with the network: programs see none of your files"
        shared = "not sandboxed: programs can reach your files, other programs and the network"
        return f"{shared}, as {self.problem}" if self.problem else shared

    @property
    def short(self) -> str:
        """The same in a word or two, where there is little room."""
        return self.words.partition(":")[0]

    @property
    def advice(self) -> str:
        """The words as a sentence about the practice desktop, with what to do."""
        return " ".join(filter(None, (f"Practice desktop, {self.words}.", self.remedy)))
