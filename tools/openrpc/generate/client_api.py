class _Client(contextlib.AbstractContextManager["_Client"]):
    _encoder = json.JSONEncoder(allow_nan=False, ensure_ascii=False, separators=(",", ":"))
#: encoded
    _encoder.default = _plain  # type: ignore[assignment]
#:

    def __init__(
        self,
        url: str,
        *,
        token: str = "",
        timeout: float = 30,
        headers: Optional[Mapping[str, str]] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        proxy: bool = False,
#: async
        connections_max: int = 100,
#:
    ) -> None:
        """Does not connect yet.

        url: http:, https: or unix:, such as unix:/run/x.sock:/api
        token: sent as a bearer token
        timeout: the limit of a call or a batch, in seconds; may be changed later
        headers: sent with each request
        ssl_context: for https:, instead of ssl.create_default_context()
        proxy: whether to use the proxy of the environment: http_proxy, https_proxy, no_proxy
#: async
        connections_max: the most connections; further calls wait until one is idle
#:
        """
        self.timeout = timeout
        self._ids = itertools.count(1)
#: sync
        pool = _Pool()
#: async
        pool = _Pool(connections_max)
#:
        self._transport = _Transport(url, token, headers or {}, ssl_context, proxy, pool)
        self._add_groups()

    def _add_groups(self) -> None:
        """Adds the groups of methods."""
        #: groups

#: sync
    def __exit__(self, *_: object) -> None:
        self.close()
#: async
    async def __aexit__(self, *_: object) -> None:
        await self.close()
#:

    async def close(self) -> None:
        """Closes the connections; those of calls when these end. The next call opens a new one.
#: streams

#: events
        Ends subscriptions.
#: progress
        Cancels calls made by watch().
#:
        """
        self._transport.pool.close()
#: streams
        self._transport.pool.end_receivers()
#:
#: async
        await asyncio.sleep(0)  # the event loop closes the sockets
#:

    def with_timeout(self, timeout: float) -> _Client:
        """Returns a client with another timeout, in seconds, which shares the connections."""
        made = copy.copy(self)
        made.timeout = timeout
        made._add_groups()
        return made

    async def call(
        self, method: str, params: Union[Sequence[Any], Mapping[str, Any], None] = None
    ) -> Any:
        """Calls a method by its name, without its types: api.call("math.add", [1, 2])."""
        return await self._send(Call(method, params, Any, {}))

    @overload
    async def batch(self, a: Call[A], b: Call[B], /) -> Tuple[Got[A], Got[B]]: ...
    @overload
    async def batch(
        self, a: Call[A], b: Call[B], c: Call[C], /
    ) -> Tuple[Got[A], Got[B], Got[C]]: ...
    @overload
    async def batch(self, *calls: Call[A]) -> Tuple[Got[A], ...]: ...
    async def batch(self, *calls: Any) -> Any:
        """Sends calls from api.of() in one request; returns a result or a CallError for each."""
        for call in calls:
            if not isinstance(call, Call):
                raise TypeError(f"batch() takes calls made by of(), not {type(call).__name__}")
        return await self._exchange(calls, True) if calls else ()

#: sync
    def of(self, method: Callable[P, A], /, *args: P.args, **kwargs: P.kwargs) -> Call[A]:
#: async
    def of(
        self, method: Callable[P, Coroutine[Any, Any, A]], /, *args: P.args, **kwargs: P.kwargs
    ) -> Call[A]:
#:
        """Returns the call method(*args, **kwargs) for batch() without sending it."""
        made: List[Call[A]] = []
        if not isinstance(getattr(method, "__self__", None), (_Client, _Group)):
            got = type(method).__name__
            raise TypeError(f"expected a method of the client and its arguments, not {got}")
        unbound = method.__func__  # type: ignore[attr-defined]
#: sync
        group = types.SimpleNamespace(_send=made.append)
#: async

        async def keep(call: Call[A]) -> None:
            made.append(call)

        group = types.SimpleNamespace(_send=keep)
#: events
        group._subscribe = _refuse
#: sync
        unbound(group, *args, **kwargs)
#: async
        with contextlib.suppress(StopIteration):
            unbound(group, *args, **kwargs).send(None)
#:
        return made[0]

    async def notify(self, method: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Sends method(*args, **kwargs) as a notification, which gets no response."""
        call = dataclasses.replace(self.of(method, *args, **kwargs), result=None)
        await self._exchange([call], False)

#: progress
    def watch(self, call: Call[A]) -> WatchedCall[A]:
        """Returns a call from api.of() that reports its progress, see WatchedCall.

            async with api.watch(api.of(api.METHOD, ...)) as call:
                async for now in call:
                    print(now.done, now.total, now.text)
                print(await call.result())
        """
        if not isinstance(call, Call):
            raise TypeError(f"watch() takes a call made by of(), not {type(call).__name__}")
        made = WatchedCall(self, call)
        self._transport.pool.add(made)
        return made

#: events
    def _subscribe(self, call: Call[A]) -> Subscription[A]:
        made = Subscription(self, call)
        self._transport.pool.add(made)
        return made

#:
    async def _send(self, call: Call[A]) -> A:
        outcomes = await self._exchange([call], False)
        outcome: Got[A] = outcomes[0]
        if isinstance(outcome, CallError):
            raise outcome
        return outcome

    async def _exchange(self, calls: Sequence[Call[Any]], is_batch: bool) -> Tuple[Any, ...]:
        ids = [None if call.result is None else next(self._ids) for call in calls]
        requests = [call._request(n) for call, n in zip(calls, ids)]
        body = self._encoder.encode(requests if is_batch else requests[0]).encode()
        method = "" if is_batch else calls[0].method
        answer = await self._transport.ask(method, body, self.timeout)
        answers = answer if is_batch and isinstance(answer, list) else [answer] if answer else []
        by_id = {each["id"]: each for each in answers if _is_response(each)}
        if by_id.keys() != set(ids) - {None} or len(answers) != len(by_id):
            why = f"not a response to the request: {answer!r:.200}"
            raise Failure("not understood", f"{method or 'batch'}: {why}")
        return tuple(n and call._outcome(by_id[n]) for n, call in zip(ids, calls))
