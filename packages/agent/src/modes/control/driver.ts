import type { StreamRecord } from "../result-record.ts";

/** The program that started the agent and answers its questions over stdin and stdout. */
export interface Driver {
  /**
   * Sends a request; rejects when the driver answers with an error, closes the connection, or the answer is
   * no longer needed.
   */
  ask(request: StreamRecord, signal: AbortSignal): Promise<unknown>;
  /** Handles an answer; one without an open request is ignored. */
  answer(id: string, answer: DriverAnswer): void;
  /** The connection is closed: no more answers will come. */
  leave(): void;
}

export type DriverAnswer =
  | { readonly ok: true; readonly response: unknown }
  | { readonly ok: false; readonly error: string };

/** Thrown when the driver cannot answer. */
class DriverGone extends Error {
  override readonly name = "DriverGone";
}

export function createDriver(send: (record: StreamRecord) => void, newId: () => string): Driver {
  const open = new Map<string, { resolve(value: unknown): void; reject(error: Error): void }>();
  let isGone = false;
  const gone = () =>
    new DriverGone(
      "no answer is possible: the program that drives this session closed the connection",
    );
  return {
    ask(request, signal) {
      if (isGone) return Promise.reject(gone());
      if (signal.aborted) return Promise.reject(reasonOf(signal));
      const id = newId();
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const withdraw = () => {
        send({ type: "control_cancel_request", request_id: id });
        reject(reasonOf(signal));
      };
      signal.addEventListener("abort", withdraw, { once: true });
      open.set(id, { resolve, reject });
      send({ type: "control_request", request_id: id, request });
      return promise.finally(() => {
        open.delete(id);
        signal.removeEventListener("abort", withdraw);
      });
    },
    answer(id, answer) {
      if (answer.ok) open.get(id)?.resolve(answer.response);
      else open.get(id)?.reject(new Error(answer.error));
    },
    leave() {
      isGone = true;
      for (const { reject } of open.values()) reject(gone());
    },
  };
}

const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error("the answer is no longer needed");
