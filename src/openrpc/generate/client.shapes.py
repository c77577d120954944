@functools.lru_cache(maxsize=None)
def _members(of: Any) -> List[Tuple[Any, str, Any]]:
    hints = get_type_hints(of)
    return [(f, f.metadata.get("name", f.name), hints[f.name]) for f in dataclasses.fields(of)]


def _plain(value: Any) -> Any:
    """What json.dumps() does not know."""
    kind: Any = type(value)
    if not dataclasses.is_dataclass(kind):
        raise ValueError(f"{kind.__name__} is no type of JSON")
    all_of = [(f.default, name, getattr(value, f.name)) for f, name, _ in _members(kind)]
    return {n: None if v is NULL else v for d, n, v in all_of if v is not None or d is not None}


def _below(at: str, name: str) -> str:
    return at + "/" + name.replace("~", "~0").replace("/", "~1")


def _read_object(kind: Any, value: Any, at: str) -> Any:
    """An object with these members; it may have others."""
    made: Dict[str, Any] = {}
    for field, name, hint in _members(kind):
        if name not in value and field.default is not None:
            raise ValueError(_below(at, name), "it is missing")
        if name in value and value[name] is None and field.default is None:
            if Null not in get_args(hint):
                raise ValueError(_below(at, name), "it is null")
            made[field.name] = NULL
        elif name in value:
            made[field.name] = _read(hint, value[name], _below(at, name))
        if not field.init:
            made.pop(field.name)
    return kind(**made)


def _read_one(kinds: Sequence[Any], value: Any, at: str) -> Any:
    """As the first that fits; first those that know most of the members."""

    def distance(kind: Any) -> int:
        if dataclasses.is_dataclass(kind) and isinstance(value, dict):
            return len(value.keys() - {name for _, name, _ in _members(kind)})
        return int(kind in (int, float) and type(value) is not kind)

    failed: List[ValueError] = []
    for kind in sorted(kinds, key=distance):
        try:
            return _read(kind, value, at)
        except ValueError as error:
            failed.append(error)
    raise max(failed, key=lambda error: len(error.args[0]))
