import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { vi } from "vitest";

/** The two ends of a terminal: what is typed, and what was written. */
export interface FakeTerminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  type(text: string): void;
  /** Everything that was written, with control sequences. */
  written(): string;
  /** Waits until a text was written. */
  shows(text: string): Promise<void>;
  /** Whether the terminal passes keys on as they are; a shell needs it off. */
  isRaw(): boolean;
}

export function fakeTerminal({ columns = 80, rows = 24 } = {}): FakeTerminal {
  let written = "";
  let isRaw = false;
  const stdout = Object.assign(new EventEmitter(), {
    columns,
    rows,
    isTTY: true,
    write(text: string, ...more: readonly unknown[]) {
      written += text;
      more.find((one) => typeof one === "function")?.();
      return true;
    },
  });
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode(on: boolean) {
      isRaw = on;
      return stdin;
    },
    ref: () => stdin,
    unref: () => stdin,
  });
  return {
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
    type: (text) => void stdin.write(text),
    written: () => written,
    async shows(text) {
      await vi.waitUntil(() => written.includes(text), { timeout: 5000, interval: 10 });
      // Who types sees a text later than in the turn of the event loop that wrote it.
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    },
    isRaw: () => isRaw,
  };
}
