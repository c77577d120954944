# Claims, which fail by raising an exception, and servers for them.
import contextlib
import platform
import subprocess
import sys
import warnings
from typing import Callable, Iterator, List, Type, TypeVar

T = TypeVar("T")
E = TypeVar("E", bound=BaseException)
claims: List[Callable[[], None]] = []
kind = ""  # of the client, in the summary
warnings.filterwarnings("ignore", ".* is deprecated", DeprecationWarning)


def claim(what: Callable[[], None]) -> Callable[[], None]:
    claims.append(what)
    return what


def check(about: str) -> None:
    """Prints a line for each claim that fails, then a summary; exits with 1 if any failed."""
    failed = 0
    for what in claims:
        try:
            what()
        except Exception as error:
            failed += 1
            print(f"    {about}: {what.__name__}: {error!r}")
    version = platform.python_version()
    print(f"{about}, {kind}python {version}: {len(claims) - failed} of {len(claims)}")
    sys.exit(failed > 0)


def equal(got: object, wanted: object) -> None:
    if type(got) is not type(wanted) or repr(got) != repr(wanted) or got != wanted:
        raise AssertionError(f"{got!r} is not {wanted!r}")


def failure(kind: Type[E], what: Callable[[], object]) -> E:
    """Returns the exception, which must be of exactly this class."""
    try:
        got = what()
    except kind as error:
        if type(error) is kind:
            return error
        raise
    raise AssertionError(f"returned {got!r}")


def failed(kind: Type[E], reason: str, what: Callable[[], object]) -> E:
    """Returns the exception, which must be of this class and have this reason."""
    try:
        got = what()
    except kind as error:
        equal(getattr(error, "reason"), reason)
        return error
    raise AssertionError(f"returned {got!r}")


@contextlib.contextmanager
def served(program: str, *options: str) -> Iterator[str]:
    """Runs a callbox program; yields its URL."""
    words = [program, "serve", *options]
    if "--listen" not in options:
        words += ["--listen", "127.0.0.1:0"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    try:
        yield ready(process)
    finally:
        process.terminate()
        process.communicate(timeout=10)


def ready(process: "subprocess.Popen[str]") -> str:
    assert process.stderr is not None
    for line in process.stderr:
        if ": ready: " in line:
            return line.split(": ready: ")[1].strip()
    raise AssertionError("the server does not become ready")
