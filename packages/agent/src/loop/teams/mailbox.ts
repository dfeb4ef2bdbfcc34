/** A message that a teammate has not read yet. */
interface Mail {
  readonly from: string;
  /** As its model reads it. */
  readonly text: string;
}

/** The messages for one teammate, in the order in which they were sent. */
export interface Mailbox {
  put(mail: Mail): void;
  /** Called with each message, before anything else happens. */
  onPut(listener: () => void): void;
  isEmpty(): boolean;
  take(): readonly Mail[];
  /** Resolves when there is a message; rejects when the signal is aborted. */
  arrival(signal: AbortSignal): Promise<void>;
}

export function mailbox(): Mailbox {
  const waiting: Mail[] = [];
  let arrived = Promise.withResolvers<void>();
  let listen = () => {};
  return {
    onPut(listener) {
      listen = listener;
    },
    put(mail) {
      waiting.push(mail);
      listen();
      arrived.resolve();
    },
    isEmpty: () => waiting.length === 0,
    take() {
      arrived = Promise.withResolvers();
      return waiting.splice(0);
    },
    async arrival(signal) {
      signal.throwIfAborted();
      const aborted = Promise.withResolvers<never>();
      const onAbort = () => aborted.reject(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        await Promise.race([arrived.promise, aborted.promise]);
      } finally {
        signal.removeEventListener("abort", onAbort);
      }
    },
  };
}
