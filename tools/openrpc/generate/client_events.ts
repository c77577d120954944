// Events: the types, and the queues of the subscriptions.

export interface Options {
  /**
   * Used for events instead of the global WebSocket, which Node has since version 22. It sends the
   * token, but no `headers`.
   */
  WebSocket?: (new (url: string, protocols: string[]) => EventSocket) | undefined;
}

/** Options of one subscription. An error thrown by its functions ends it. */
export interface EventOptions {
  /** Ends the subscription; an iteration then throws its reason. */
  signal?: AbortSignal | undefined;
  /** The number of events that wait for the program; 1000. Beyond it the oldest are dropped. */
  queueMax?: number | undefined;
  /** Called in place of missing events. Without it, console.warn() prints each gap. */
  onGap?: ((gap: EventGap) => void) | undefined;
  /** Called when the server accepts the subscription: first, and after each reconnection. */
  onOpen?: (() => void) | undefined;
  /** Called when the connection is lost, and when an attempt to reconnect fails. */
  onLost?: ((why: unknown) => void) | undefined;
}

/** Events that the subscription does not get, between those before and after it. */
export interface EventGap {
  readonly event: string;
  /**
   * "connection": it was lost, and the server does not have all events since then; "server",
   * "queue": dropped because the client, or the program, reads too slowly.
   */
  readonly reason: "connection" | "server" | "queue";
  /**
   * Undefined if unknown. After a loss of the connection, the server counts all events of the
   * name, whatever the parameters.
   */
  readonly missed: number | undefined;
}

/** The server ended the subscription. */
export class SubscriptionEnded extends Error {
  override readonly name = "SubscriptionEnded";
  readonly event: string;
  readonly reason: "overflow" | "scope" | "filter" | "memory" | "closed" | (string & {});
  /** The number of events that were never sent. */
  readonly missed: number;

  constructor(event: string, reason: string, missed: number) {
    super(`the server ended the subscription to ${event}: ${reason}, ${missed} events missed`);
    this.event = event;
    this.reason = reason;
    this.missed = missed;
  }
}

/** A subscription with a callback. */
export interface EventSubscription {
  /** Resolves after unsubscribe() or an abort; rejects with the error that ends it otherwise. */
  readonly closed: Promise<void>;
  /** The number of the last event passed to the callback, if the server keeps events. */
  readonly seq: number | bigint | undefined;
  unsubscribe(): void;
}

/**
 * Events of the server. Each iteration is a subscription, until it is left. All subscriptions of a
 * client share a WebSocket, which reconnects if it is lost. A subscription then continues after its
 * last event, if the server keeps it; else there is a gap.
 */
export class Events<T> {
  readonly #start: () => EventQueue<T>;

  constructor(start: () => EventQueue<T>) {
    this.#start = start;
  }

  [globalThis.Symbol.asyncIterator](): AsyncIterableIterator<T> {
    return this.#start();
  }

  /** Calls the callback for each event, after the promise of the previous call. */
  subscribe(callback: (event: T) => unknown): EventSubscription {
    const listener = this.#start();
    const closed = (async () => {
      try {
        for await (const event of listener) await callback(event);
      } catch (error) {
        if (!listener.isAbort(error)) throw error;
      }
    })();
    return {
      closed,
      get seq() {
        return listener.seq;
      },
      unsubscribe: () => void listener.return(),
    };
  }
}

// The methods, without the events.
type Calling<M> = {
  readonly [P in keyof M as M[P] extends (...all: any) => Events<any> ? never : P]: M[P] extends (
    ...all: any
  ) => unknown
    ? M[P]
    : Calling<M[P]>;
};
type Listen = <T>(
  event: string,
  params: unknown,
  own: EventOptions | undefined,
  is: Is<T>,
  errors?: { [code: string]: Is },
) => Events<T>;

const noEvents: Listen = (event) => {
  throw new TypeError(`${event} is an event, not a method`);
};

type QueuedEvent<T> =
  | { gap: EventGap }
  | { gap?: never; value: T; seq: number | bigint | undefined };
type WaitingNext<T> = {
  resolve: (result: IteratorResult<T>) => void;
  reject: (error: unknown) => void;
};

// The queue of a subscription; `leave` ends it.
class EventQueue<T> implements AsyncIterableIterator<T> {
  readonly event: string;
  readonly is: Is<T>;
  readonly leave: (error?: unknown) => void;
  seq: number | bigint | undefined; // of the last event read from the queue
  readonly #own: EventOptions;
  readonly #signals: (AbortSignal | undefined)[];
  readonly #queue: QueuedEvent<T>[] = [];
  readonly #waiting: WaitingNext<T>[] = [];
  #count = 0; // of the events in the queue
  #end: { error?: unknown } | undefined;
  readonly #abort = () => this.leave(this.#signals.find((each) => each?.aborted)?.reason);

  constructor(
    event: string,
    is: Is<T>,
    own: EventOptions,
    signals: (AbortSignal | undefined)[],
    leave: (one: EventQueue<T>, error?: unknown) => void,
  ) {
    this.event = event;
    this.is = is;
    this.#own = own;
    this.#signals = signals;
    // What waits in the queue is not for a program that has left.
    this.leave = (error) => {
      this.#queue.length = 0;
      leave(this, error);
    };
    for (const each of signals) each?.addEventListener("abort", this.#abort);
    if (signals.some((each) => each?.aborted)) this.#abort();
  }

  get isEnded(): boolean {
    return this.#end !== undefined;
  }

  isAbort(error: unknown): boolean {
    return this.#signals.some((each) => each?.aborted && each.reason === error);
  }

  [globalThis.Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<T>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#serve();
    });
  }

  async return(): Promise<IteratorResult<T>> {
    this.leave();
    return { value: undefined, done: true };
  }

  put(value: T, seq: number | bigint | undefined): void {
    if (this.#count >= Math.max(this.#own.queueMax ?? 1000, 1)) this.#drop();
    ++this.#count;
    this.#queue.push({ value, seq });
    this.#serve();
  }

  skip(reason: EventGap["reason"], missed: number | undefined): void {
    this.#queue.push({ gap: { event: this.event, reason, missed } });
    this.#serve();
  }

  opened(): void {
    this.#call(() => this.#own.onOpen?.());
  }

  lost(why: unknown): void {
    this.#call(() => this.#own.onLost?.(why));
  }

  // Ends the iteration after the queue, with an error unless it is undefined.
  end(error?: unknown): void {
    if (this.#end) return;
    this.#end = error === undefined ? {} : { error };
    for (const each of this.#signals) each?.removeEventListener("abort", this.#abort);
    this.#serve();
  }

  #call(own: () => void): void {
    try {
      own();
    } catch (error) {
      this.leave(error);
    }
  }

  // The oldest event, and the gap before it, become a gap.
  #drop(): void {
    let missed: number | undefined = 0;
    for (let item = this.#queue.shift(); item; item = this.#queue.shift()) {
      const more: number | undefined = item.gap ? item.gap.missed : 1;
      missed = missed === undefined || more === undefined ? undefined : missed + more;
      if (!item.gap) break;
    }
    --this.#count;
    this.#queue.unshift({ gap: { event: this.event, reason: "queue", missed } });
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const item = this.#queue.shift();
      if (item?.gap) {
        this.#call(() => (this.#own.onGap ?? warn)(item.gap));
        continue;
      }
      if (!item && !this.#end) return;
      const { resolve, reject } = this.#waiting.shift()!;
      if (item) {
        --this.#count;
        this.seq = item.seq;
        resolve({ value: item.value, done: false });
      } else {
        const end = this.#end!;
        this.#end = {};
        if ("error" in end) reject(end.error);
        else resolve({ value: undefined, done: true });
      }
    }
  }
}

function warn({ event, reason, missed }: EventGap): void {
  console.warn(`${event}: ${missed ?? "some"} events may be missing (${reason}); see onGap`);
}
