@dataclasses.dataclass(frozen=True)
class Gap:
    """Events that a subscription did not deliver.

    reason: why
        reconnected: The connection was lost; some may have been missed meanwhile.
        cannot resume: The server no longer retains those after the last one.
        dropped: The server dropped them, as this client reads too slowly.
    missed: their number; None if it is unknown
    """

    reason: Literal["reconnected", "cannot resume", "dropped"]
    missed: Optional[int] = None


class MissedEvents(UserWarning):
    """The warning of a gap in a subscription without on_gap()."""


class SubscriptionEnded(CallError):
    """The server ended the subscription, with the error -32006."""

    @property
    def cause(self) -> str:
        """Such as overflow, scope, filter or memory."""
        return str(self._member("reason", ""))

    @property
    def missed(self) -> int:
        """The number of events that were not sent."""
        missed = self._member("missed", 0)
        return missed if type(missed) is int else 0

    def _member(self, name: str, other: Any) -> Any:
        return self.data.get(name, other) if isinstance(self.data, dict) else other


def _may_pass(failure: Failure) -> bool:
    """Whether another try may succeed."""
    is_lost = isinstance(failure, (NotConnected, ConnectionLost, TimedOut))
    return is_lost or failure.status == 429 or failure.status >= 500


def _refuse(call: Call[Any]) -> None:
    raise TypeError(f"{call.method} is an event, not a call: iterate over it")


#: events sync
class Subscription(_Receiver[A], Iterator[A]):
    """The events of a subscription: for event in api.EVENT(): ...

    It subscribes before the first event, or where a with statement begins; that raises a Failure as
    a call does. A connection that is lost later, or silent for silence_max seconds, is replaced,
    after a delay. Iteration resumes after the last event if events are numbered; otherwise events
    may have been missed, which on_gap() reports. If the server ends the subscription, iteration
    raises SubscriptionEnded; after close() it ends. An exception closes it, and so does the end of
    the last reference to it, such as a break. close() may be called in another thread.

    seq: the number of the last event, if they are numbered: pass it as since to resume later
    """
#: events async
class Subscription(_Receiver[A], AsyncIterator[A]):
    """The events of a subscription: async for event in api.EVENT(): ...

    It subscribes before the first event, or where an async with statement begins; that raises a
    Failure as a call does. A connection that is lost later, or silent for silence_max seconds, is
    replaced, after a delay. Iteration resumes after the last event if events are numbered;
    otherwise events may have been missed, which on_gap() reports. If the server ends the
    subscription, iteration raises SubscriptionEnded; after close() it ends. An exception other than
    a cancellation closes it, and so does the end of the last reference to it, such as a break.

    seq: the number of the last event, if they are numbered: pass it as since to resume later
    """
#: events

    def __init__(self, api: _Client, call: Call[A]) -> None:
        errors: Dict[int, Type[CallError]] = {**call.errors, -32006: SubscriptionEnded}
        super().__init__(api, dataclasses.replace(call, errors=errors))
        self.seq: Optional[int] = None
        self._pause = _Pause()
        self._is_known = False  # the server has accepted it once
        self._on_gap: Optional[Callable[[Gap], object]] = None
        self._gap: Optional[Gap] = None  # to be reported
        self._id: Any = None
        self._tries = 0
        self._retry_after = 0.0

#: events sync
    def on_gap(self, report: Callable[[Gap], object]) -> Subscription[A]:
        """Has report() called for each gap, before the next event, instead of a warning.

        Events after the gap are not lost while it runs: it may read the current state by calls.
        """
#: events async
    def on_gap(self, report: Callable[[Gap], object]) -> Subscription[A]:
        """Has report() called for each gap, before the next event, instead of a warning.

        It may be a coroutine function. Events after the gap are not lost while it runs: it may read
        the current state by calls.
        """
#: events
        self._on_gap = report
        return self

#: events sync
    def __next__(self) -> A:
#: events async
    async def __anext__(self) -> A:
#: events
        with self._used():
            while not self._is_closed:
                if self._wire is None:
                    await self._connect()
                elif self._gap is not None:
                    await self._report()
                elif self._stream.messages:
                    event = self._take()
                    if self._gap is not None:
                        await self._report()
                    return event
                else:
                    await self._wait()
#: events sync
        raise StopIteration
#: events async
        raise StopAsyncIteration
#: events

    def _stop(self) -> None:
        super()._stop()
        self._pause.end()

    def _is_begun(self) -> bool:
        return bool(self._stream.messages)

    async def _connect(self) -> None:
        """Subscribes; again until it succeeds, unless this is the first time."""
        while not self._is_closed:
            if self._is_known:
                await self._pause.wait(self._delay())
            try:
                if not self._is_closed:
                    await self._subscribe()
                return
            except BaseException as error:
                self._drop()
                if self._is_closed and isinstance(error, Failure):
                    return
                is_lasting = not isinstance(error, Failure) or not _may_pass(error)
                if is_lasting or not self._is_known:
                    raise
                self._retry_after = getattr(error, "retry_after") or 0.0

    def _delay(self) -> float:
        """The seconds until the next try: at least those that the server asks for."""
        first = self._stream.retry
        delay = min(first * 2.0**self._tries, max(first, 30.0)) * random.uniform(1, 2)
        self._tries = min(self._tries + 1, 16)
        return max(delay, self._retry_after)

    async def _subscribe(self) -> None:
        params = self._call.params
        named: Dict[str, Any] = params if isinstance(params, dict) else {}
        if self.seq is not None and (named or not params):
            params = named = {**named, "since": self.seq}
        is_resuming = "since" in named
        outcome = await self._ask(params)
        gap = Gap("reconnected") if self._is_known and not is_resuming else None
        if isinstance(outcome, CallError) and outcome.code == -32007 and is_resuming:
            self._drop()
            missed = outcome.data.get("missed") if isinstance(outcome.data, dict) else None
            gap = Gap("cannot resume", missed if type(missed) is int else None)
            outcome = await self._ask({k: v for k, v in named.items() if k != "since"})
        if isinstance(outcome, CallError):
            raise outcome
        self._id, self._gap = outcome, gap
        self._is_known, self._tries, self._retry_after = True, 0, 0.0

    async def _ask(self, params: Any) -> Union[str, CallError]:
        """Returns the id of a new subscription."""
        call = dataclasses.replace(self._call, params=params, result=str)
        answer = await self._open(call)
        is_stream = self._is_begun()
        if is_stream:
            answer = self._decoded()
        is_response = _is_response(answer) and answer["id"] == self._number
        if not is_response or not is_stream and "result" in answer:
            why = f"not a response to a subscription: {answer!r:.200}"
            raise Failure("not understood", f"{call.method}: {why}")
        outcome: Union[str, CallError] = call._outcome(answer)
        return outcome

    def _take(self) -> A:
        """Returns the next event; raises the end of the subscription."""
        message = self._decoded()
        params: Any = message.get("params") if isinstance(message, dict) else None
        is_one = isinstance(params, dict) and _is_response({**message, **params, "id": 0})
        method, number = self._call.method, self._id
        if is_one and message.get("method") == method and params.get("subscription") == number:
            outcome = self._call._outcome(params)
            if isinstance(outcome, CallError):
                raise outcome
            seq, missed = params.get("seq"), params.get("missed")
            self.seq = seq if type(seq) is int else None
            self._gap = Gap("dropped", missed) if type(missed) is int and missed > 0 else None
            event: A = outcome
            return event
        why = f"not an event of the subscription: {message!r:.200}"
        raise Failure("not understood", f"{self._call.method}: {why}")

    async def _wait(self) -> None:
        """Waits for an event. If the connection ends first, closes it."""
        try:
            await self._api._transport.wait(self)
        except (ConnectionLost, TimedOut):
            self._drop()

    async def _report(self) -> None:
        gap, self._gap = self._gap, None
        assert gap is not None
        if self._on_gap is None:
            count = "some" if gap.missed is None else gap.missed
            _warn(f"{self._call.method}: {gap.reason}: missed {count} events", MissedEvents)
            return
        made = self._on_gap(gap)
#: events async
        if isinstance(made, Awaitable):
            await made
#: events
