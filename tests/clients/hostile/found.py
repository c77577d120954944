"""Documents found by the fuzz target `clients` (make fuzz), and its seeds."""

import json
import pathlib
import re

from document import FOUND

HERE = pathlib.Path(__file__).parent
LANGUAGES = "python", "typescript"
# Words that the generators add to those of a document.
ADDED = {"client", "error", "input", "item", "member", "methods", "minus", "value", *"0123456789"}
NAME_BYTES_MAX = 80  # longer names are cut, possibly within a word


class Found:
    kind = FOUND

    def __init__(self, data, is_seed):
        self.data, self.is_seed = data, is_seed
        texts = strings(json.loads(data, object_pairs_hook=list))  # all of equal members
        found = (re.findall("[A-Za-z0-9]+", text) for text in texts)
        self.words = ADDED.union(word.lower() for words in found for word in words)

    def bytes(self):
        return self.data

    def params(self):
        return {}

    def foreign(self, names, known):
        """Returns the names that are neither known nor made of words of the document."""
        return [name for name in names if name and name not in known and not self.spells(name)]

    def spells(self, name):
        name = re.sub("_[0-9]+$", "", name)
        is_cut = len(name) >= NAME_BYTES_MAX
        name = name.replace("_", "").lower()
        reached = {0}
        for end in range(1, len(name) + 1):
            if any(name[begin:end] in self.words for begin in reached):
                reached.add(end)
        rests = [name[begin:] for begin in reached]
        return "" in rests or is_cut and any(word.startswith(rest)
                                             for word in self.words for rest in rests)


def documents(folder):
    """Returns the seeds, which are trusted, before other documents."""
    seeds = contents(HERE.parents[1].glob("fuzz/seeds/clients/*"))
    found = contents(folder.parent.glob("fuzz/corpus/clients/*"))
    return [Found(data, data in seeds) for data in seeds + found if is_json(data)]


def contents(paths):
    return [path.read_bytes() for path in sorted(paths)]


def is_json(data):
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from strings(each)
