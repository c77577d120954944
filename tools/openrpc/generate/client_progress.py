@dataclasses.dataclass(frozen=True)
class Progress:
    """A report of the progress of a call.

    done: how much is done
    total: how much there is to do; None if it is unknown
    text: about the current step; may be empty
    """

    done: float
    total: Optional[float]
    text: str


def _amount(value: Any) -> Optional[float]:
    is_number = type(value) in (int, float) and abs(value) < 2**1023
    return float(value) if is_number else None


#: progress sync
class WatchedCall(_Receiver[A], Iterator[Progress]):
#: progress async
class WatchedCall(_Receiver[A], AsyncIterator[Progress]):
#: progress
    """A call made by api.watch(), and an iterator of its progress, which ends with the response.

    The call is sent once: when the context is entered, or by the first step of the iterator or
    result(). The timeout of the client limits the time until the response has arrived or, if the
    server reports progress, until its stream begins. After that only silence is limited, to
    silence_max seconds; the server sends a comment after 15 s without a report. Both limits raise
    TimedOut.

    Before the response, close(), the end of the context, that of the last reference, or an
    exception closes the connection. This cancels the call: its method may stop.
#: progress sync
    close() may be called in another thread.
#: progress async
    The cancellation of a task that waits for it is such an exception.
#: progress
    """

    _fatal = BaseException

    def __init__(self, api: _Client, call: Call[A]) -> None:
        super().__init__(api, call)
        why = f"{call.method}: closed before the response"
        self._outcome: Any = ConnectionLost("lost", why)

#: progress sync
    def __next__(self) -> Progress:
#: progress async
    async def __anext__(self) -> Progress:
#: progress
        report = await self._next()
        if report is None:
#: progress sync
            raise StopIteration
#: progress async
            raise StopAsyncIteration
#: progress
        return report

    async def result(self) -> A:
        """Waits for the response. Returns the result, or raises a Failure, as a call does.

        Skips the reports that were not read. Can be repeated: the outcome is kept.
        """
        while await self._next() is not None:
            pass
        if isinstance(self._outcome, Failure):
            raise self._outcome
        result: A = self._outcome
        return result

    async def _next(self) -> Optional[Progress]:
        """Returns the next report; None after the response or close()."""
        report: Optional[Progress] = None
        with self._used():
            try:
                while report is None and not self._is_closed:
                    if self._wire is None:
                        await self._connect()
                    elif self._stream.messages:
                        report = self._take()
                    else:
                        await self._api._transport.wait(self)
            except Failure as failure:
                if not self._is_closed:
                    self._outcome = failure
                    raise
        return report

    def _is_begun(self) -> bool:
        return self._stream.is_open

    async def _connect(self) -> None:
        answer = await self._open(self._call)
        if not self._is_begun():
            self._end(answer)

    def _take(self) -> Optional[Progress]:
        """Returns the next message if it is a report; otherwise it must be the response."""
        message = self._decoded()
        report = self._report_in(message)
        if report is None:
            self._end(message)
        return report

    def _report_in(self, message: Any) -> Optional[Progress]:
        params: Any = message.get("params") if isinstance(message, dict) else None
        if not isinstance(params, dict) or params.get("id") != self._number:
            return None
        done, total = _amount(params.get("progress")), _amount(params.get("total"))
        text = params.get("message", "")
        is_valid = type(text) is str and ("total" not in params or total is not None)
        is_ours = message.get("jsonrpc") == "2.0" and message.get("method") == "rpc.progress"
        return Progress(done, total, text) if is_valid and is_ours and done is not None else None

    def _end(self, answer: Any) -> None:
        if not _is_response(answer) or answer["id"] != self._number:
            why = f"not a response to the request: {answer!r:.200}"
            raise Failure("not understood", f"{self._call.method}: {why}")
        self._outcome = self._call._outcome(answer)
        self._is_closed = True
