#: optional
def _given(value: Any) -> Any:
    return _ABSENT if value is None else None if value is NULL else value


def _params(ordered: Mapping[str, Any], named: Optional[Mapping[str, Any]]) -> Any:
    """By position; by name if a given argument is by name only or follows an omitted one."""
    values = [v for v in ordered.values() if v is not _ABSENT]
    others = {k: v for k, v in (named or {}).items() if v is not _ABSENT}
    if not others and _ABSENT not in list(ordered.values())[: len(values)]:
        return values
    if named is None:
        raise ValueError("an omitted argument precedes one that is given")
    return {**{k: v for k, v in ordered.items() if v is not _ABSENT}, **others}


#:
#: compound
@functools.lru_cache(maxsize=None)
def _members(kind: Any) -> List[Tuple[Any, str, Any]]:
    hints = get_type_hints(kind)
    return [(f, f.metadata.get("name", f.name), hints[f.name]) for f in dataclasses.fields(kind)]


#: formats
def _text(value: Union[Date, UUID, bytes, bytearray]) -> str:
    """Returns the text of a value that has a format."""
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode()
    if isinstance(value, DateTime):
        offset = value.utcoffset()
        if offset is None:
            raise ValueError(f"{value!r} has no time zone")
        if offset.seconds % 60 != 0:
            value = value.astimezone(timezone.utc)
    return value.isoformat() if isinstance(value, Date) else str(value)


def _date_time(text: str) -> DateTime:
    """Reads a date-time of RFC 3339. Digits after the microseconds are dropped."""
    form = r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)"
    found = re.fullmatch(form, text)
    if found is None:
        raise ValueError(text)
    day, clock, fraction, zone = found.groups("")
    zone = "+00:00" if zone in "Zz" else zone
    return DateTime.fromisoformat(f"{day}T{clock}.{fraction[:6]:0<6}{zone}")


_READERS: Dict[Any, Callable[[str], Any]] = {
    Date: Date.fromisoformat,
    DateTime: _date_time,
    UUID: UUID,
    bytes: functools.partial(base64.b64decode, validate=True),
}


def _read_text(kind: Any, text: str, at: str) -> Any:
    try:
        return _READERS[kind](text)
    except ValueError:
        raise ValueError(at, f"expected {kind.__name__}, got {text!r:.50}") from None


#: encoded
def _plain(value: Any) -> Any:
    """Returns the JSON of a value that json.dumps() does not support."""
    kind: Any = type(value)
#: formats
    if isinstance(value, (Date, UUID, bytes, bytearray)):
        return _text(value)
#: compound
    if dataclasses.is_dataclass(kind):
        all_of = [(f.default, name, getattr(value, f.name)) for f, name, _ in _members(kind)]
        return {n: None if v is NULL else v for d, n, v in all_of if v is not None or d is not None}
#: encoded
    raise ValueError(f"{kind.__name__} is not a JSON type")


#: compound
def _below(at: str, name: str) -> str:
    return at + "/" + name.replace("~", "~0").replace("/", "~1")


def _read_object(kind: Any, value: Any, at: str) -> Any:
    """Reads an object, which may have more members than the type."""
    made: Dict[str, Any] = {}
    for field, name, hint in _members(kind):
        if name not in value and field.default is not None:
            raise ValueError(_below(at, name), "missing")
        if name in value and value[name] is None and field.default is None:
            if Null not in get_args(hint):
                raise ValueError(_below(at, name), "unexpected null")
            made[field.name] = NULL
        elif name in value:
            made[field.name] = _read(hint, value[name], _below(at, name))
        if not field.init:
            made.pop(field.name)
    return kind(**made)


def _read_one(kinds: Sequence[Any], value: Any, at: str) -> Any:
    """Reads the first type that matches, trying those with the fewest unknown members first."""

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


#:
def _read(kind: Any, value: Any, at: str) -> Any:
    """Reads the value as that type; raises ValueError(JSON pointer, reason)."""
    if kind is Any or type(value) is kind:
        return value
#: formats
    if kind in _READERS and type(value) is str:
        return _read_text(kind, value, at)
#: number
    if kind is float and type(value) is int and abs(value) < 2**1023:
        return float(value)
#:
    if kind is int and type(value) is float and value.is_integer() and abs(value) < 2**53:
        return int(value)
#: compound
    origin, parts = get_origin(kind), get_args(kind)
    if isinstance(kind, ForwardRef):
        return _read(globals()[kind.__forward_arg__], value, at)
    if origin is Union:
        return _read_one(parts, value, at)
    if origin is Literal and any(type(p) is type(value) and p == value for p in parts):
        return value
    if origin is list and isinstance(value, list):
        return [_read(parts[0], v, f"{at}/{i}") for i, v in enumerate(value)]
    if origin is tuple and isinstance(value, list) and len(value) == len(parts):
        return tuple(_read(p, v, f"{at}/{i}") for i, (p, v) in enumerate(zip(parts, value)))
    if origin is dict and isinstance(value, dict):
        return {k: _read(parts[1], v, _below(at, k)) for k, v in value.items()}
    if dataclasses.is_dataclass(kind) and isinstance(value, dict):
        return _read_object(kind, value, at)
#:
    raise ValueError(at, f"expected {getattr(kind, '__name__', kind)}, got {type(value).__name__}")
