import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

type Line = Readonly<Record<string, unknown>>;

/** The fake agent in a separate process, and its pipes. */
export interface StartedAgent {
  readonly child: ChildProcessWithoutNullStreams;
  send(record: unknown): void;
  prompt(text: string): void;
  /** The next line of its output that matches; earlier ones are kept in `lines`. */
  line(matches: (line: Line) => boolean): Promise<Line>;
  readonly lines: readonly Line[];
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stderr: string }>;
}

export function startAgent(...args: readonly string[]): StartedAgent {
  const script = fileURLToPath(new URL("./fake-agent.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=workspace-source", script, ...args]);
  child.stdin.on("error", () => {});
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const lines: Line[] = [];
  let isClosed = false;
  let wake = () => {};
  const output = createInterface(child.stdout);
  output.on("line", (line) => {
    lines.push(JSON.parse(line));
    wake();
  });
  output.on("close", () => {
    isClosed = true;
    wake();
  });
  let from = 0;
  const send = (record: unknown) => void child.stdin.write(`${JSON.stringify(record)}\n`);
  return {
    child,
    lines,
    send,
    prompt: (text) => send({ type: "user", message: { role: "user", content: text } }),
    async line(matches) {
      for (;;) {
        for (; from < lines.length; from++) {
          const line = lines[from];
          if (line && matches(line)) {
            from += 1;
            return line;
          }
        }
        if (isClosed) throw new Error(`no such line; stderr: ${stderr}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    ended: new Promise((resolve) =>
      child.on("close", (code, signal) => resolve({ code, signal, stderr })),
    ),
  };
}
