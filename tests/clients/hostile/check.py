"""check.py FOLDER [LANGUAGE|bounds|found]...: clients of hostile documents, made by
FOLDER/callbox-openrpc, do what the document says, and none of its text becomes code.

For each string of strings.py and each language a client is made of a document with the string in
every place, and compared with the client of a document with harmless text in the same places. One
that fails is made again for each place alone, so that a fault has a string and a place. `found`
parses clients of what `make fuzz` found. Needs FOLDER/clients/node_modules/typescript,
and CXX (c++) with -Iinclude.
"""

import collections
import pathlib
import re
import subprocess
import sys

import bounds
import cpp_outputs
import found
import python_outputs
import typescript_outputs
from document import CONTROL, Document, FOUND, NAMES, TEXTS
from strings import TEXTS as texts, WORDS as words

# The last are how many of those that fail are made again for each place alone.
LANGUAGES = {
    "typescript": (".ts", typescript_outputs.check, 5),
    "python": (".py", python_outputs.check, 10),
    "c++": (".hpp", cpp_outputs.check, 5),
}
PLACES_SHOWN = 5
# No generated line has these: they end lines or comments, or let a line look like another.
UNSEEN = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e"
                    "\u2066-\u2069\ufeff]")


class Output:
    """A generated file, the control's, and what is wrong with it."""

    def __init__(self, document, path, control=None):
        self.document, self.kind, self.path, self.control = document, document.kind, path, control
        self.faults = []
        self.is_made = False

    def make(self, program, language):
        given = self.path.with_suffix(self.path.suffix + ".json")
        given.write_bytes(self.document.bytes())
        done = subprocess.run([program, "client", language, given], capture_output=True,
                              timeout=60)
        self.path.write_bytes(done.stdout)
        notes = done.stderr.decode(errors="replace")
        if self.kind == FOUND and done.returncode == 2 and ": not an OpenRPC document: " in notes:
            return
        if done.returncode != 0:
            self.faults.append(f"exit status {done.returncode}: {notes[:200]!r}")
            return
        self.is_made = True
        for what, text in ("the client", done.stdout.decode(errors="replace")), ("a note", notes):
            found = UNSEEN.search(text)
            if found:
                line = text.count("\n", 0, found.start()) + 1
                self.faults.append(f"{what} has U+{ord(found[0]):04X} as it is, in line {line}")


class Language:
    def __init__(self, folder, name):
        self.name = name
        self.suffix, self.check, self.located_max = LANGUAGES[name]
        self.program = folder / "callbox-openrpc"
        self.packages = folder / "clients"
        self.out = self.packages / "hostile" / name
        self.out.mkdir(parents=True, exist_ok=True)
        self.controls = {}
        self.count = 0

    def output(self, document):
        self.count += 1
        kind = document.kind
        path = self.out / f"{kind}_{self.count}{self.suffix}"
        made = Output(document, path, self.control(NAMES if kind == FOUND else kind).path)
        made.make(self.program, self.name)
        return made

    def control(self, kind):
        if kind in self.controls:
            return self.controls[kind]
        control = Output(Document(kind, CONTROL), self.out / f"control_{kind}{self.suffix}")
        control.make(self.program, self.name)
        if not control.is_made:
            sys.exit(f"FAILED: hostile: {self.name}: the control: {control.faults}")
        if self.name == "python":
            control.faults += python_outputs.check_control(control)
        for fault in control.faults:
            print(f"FAILED: hostile: {self.name}: even harmless: {fault}")
        self.controls[kind] = control
        return control

    def checked(self, documents):
        outputs = [self.output(each) for each in documents]
        self.check([each for each in outputs if each.is_made], self.packages)
        return outputs

    def run(self):
        """Prints what fails; returns whether nothing does."""
        documents = [Document(TEXTS, each) for each in texts]
        documents += [Document(NAMES, each) for each in texts + words]
        outputs = self.checked(documents)
        failed = [each for each in outputs if each.faults]
        located = [each.document for each in failed[:self.located_max]]
        alone = self.checked([Document(each.kind, each.hostile, place)
                              for each in located for place in each.places])
        by_document = collections.defaultdict(list)
        for each in alone:
            if each.faults:
                key = each.kind, each.document.hostile
                by_document[key].append((each.document.only, "; ".join(each.faults[:2])))
        for each in failed:
            found = by_document[each.kind, each.document.hostile]
            found = found or [("one of its places", "; ".join(each.faults[:2]))]
            for place, fault in found[:PLACES_SHOWN]:
                print(f"FAILED: hostile: {self.name}: {each.document.hostile[:60]!a} as {place}: "
                      f"{fault}")
            if len(found) > PLACES_SHOWN:
                print(f"    and in {len(found) - PLACES_SHOWN} other places")
        verb = "FAILED" if failed else "ok"
        print(f"{verb}: hostile: {self.name}: {len(outputs) - len(failed)} of {len(outputs)} "
              f"documents make clients without text as code", flush=True)
        return not failed and not any(each.faults for each in self.controls.values())


    def run_found(self, documents):
        outputs = self.checked(documents)
        made = [each for each in outputs if each.is_made]
        wrong = [each for each in outputs if each.faults]
        for each in wrong[:PLACES_SHOWN]:
            print(f"FAILED: hostile: {self.name}: {each.path}: {'; '.join(each.faults[:2])}")
        is_right = bool(made) and not wrong
        print(f"{'ok' if is_right else 'FAILED'}: hostile: {self.name}: {len(made)} clients of "
              f"{len(outputs)} found documents, {len(wrong)} wrong", flush=True)
        return is_right


def run(folder, what):
    if what == "bounds":
        return bounds.run(folder)
    if what == "found":
        documents = found.documents(folder)
        return all([Language(folder, each).run_found(documents) for each in found.LANGUAGES])
    return Language(folder, what).run()


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    wanted = sys.argv[2:] or [*LANGUAGES, "bounds", "found"]
    sys.exit(not all([run(folder, each) for each in wanted]))


main()
