import { createPasteGuard } from "./paste-guard.ts";

/**
 * The same terminal, of which Ink reads pastes only in one piece (`paste-guard.ts`). Nothing is read ahead: while
 * another program has the terminal, what is typed is for that program.
 */
export function guardPastes(
  stdin: NodeJS.ReadStream,
  now: () => number = () => performance.now(),
): NodeJS.ReadStream {
  const guard = createPasteGuard();
  let ready = "";
  let timer: NodeJS.Timeout | undefined;
  let check: NodeJS.Immediate | undefined;

  function schedule(): void {
    clearTimeout(timer);
    clearImmediate(check);
    const waitMs = guard.waitMs();
    if (waitMs === undefined) return;
    // After a long task this timer is due before data that has arrived meanwhile is read.
    timer = setTimeout(() => {
      check = setImmediate(release);
    }, waitMs);
    timer.unref();
  }

  function release(): void {
    ready += guard.expire();
    if (ready !== "") stdin.emit("readable");
  }

  function read(): string | null {
    for (;;) {
      const chunk: unknown = stdin.read();
      if (chunk === null) break;
      ready += guard.push(String(chunk), now());
      schedule();
    }
    const text = ready;
    ready = "";
    return text === "" ? null : text;
  }

  return new Proxy(stdin, {
    get(target, name) {
      if (name === "read") return read;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
