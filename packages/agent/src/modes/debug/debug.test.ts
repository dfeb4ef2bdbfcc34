import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHooks, type TraceRecord } from "@snaphook/engine";
import { describe, expect, it, onTestFinished } from "vitest";
import { debugFile, debugLog } from "./debug-log.ts";
import { debugSession, traceToAll } from "./debug-session.ts";
import { describeRecord } from "./describe-record.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "debug-test-"));

/** The lines of one PreToolUse of Bash with these hooks of the user. */
async function linesOf(groups: readonly object[]): Promise<readonly string[]> {
  const home = newFolder();
  mkdirSync(join(home, ".claude"));
  const settings = { hooks: { PreToolUse: groups } };
  writeFileSync(join(home, ".claude", "settings.json"), JSON.stringify(settings));
  const records: TraceRecord[] = [];
  const hooks = await createHooks({
    cwd: newFolder(),
    home,
    sessionId: "s1",
    managedFile: join(home, "managed.json"),
    trace: (record) => records.push(record),
  });
  onTestFinished(async () => void (await hooks.close()));
  const input = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t1" };
  await hooks.fire("PreToolUse", input);
  return records.flatMap(describeRecord).map(({ level, text }) =>
    `${level} ${text}`
      .replaceAll(/\d+\.\d ms/g, "N ms")
      .replaceAll(/\b[0-9a-f]{12,}\b/g, "ID")
      .replaceAll(home, "HOME"),
  );
}

const group = (command: string, more: object = {}) => ({
  hooks: [{ type: "command", command, timeout: 5 }],
  ...more,
});

describe("U2 the debug log", () => {
  it("names the hooks it checked, what ran, its limit, exit and output, and why others did not", async () => {
    const lines = await linesOf([group("echo said"), group("echo never", { matcher: "Write" })]);
    expect(lines).toEqual([
      "debug PreToolUse Bash (t1): 2 hooks checked, 1 ran, 1 did not match; outcome proceed after N ms",
      'debug PreToolUse: ran ID "echo said" (command, user, HOME/.claude/settings.json:1, limit 5 s): exited 0 after N ms: success',
      'debug PreToolUse: ID stdout (5 bytes): "said\\n"',
      'debug PreToolUse: not matched ID "echo never": exact names "Write" does not match tool_name "Bash"',
    ]);
  });

  it("V10 failures are warnings, a stop request is information", async () => {
    const lines = await linesOf([
      group("echo broken >&2; exit 3"),
      group(`echo '{"continue": false, "stopReason": "enough"}'`),
    ]);
    expect(lines).toContainEqual(
      expect.stringMatching(/^warn PreToolUse: ID failed \(exit-code\): .*broken/),
    );
    expect(lines).toContain("info PreToolUse: ID asks to stop: enough");
  });

  it("T3 has no secrets, and one entry is never two lines", async () => {
    const lines = await linesOf([group("printf 'password=hunter2hunter2\\n\\033[31m'")]);
    expect(lines.join("\n")).not.toContain("hunter2hunter2");
    expect(lines.some((line) => line.includes("\n") || line.includes("\u001b"))).toBe(false);
  });
});

describe("where it goes", () => {
  const line = (about: string) => ({ level: "warn", about, text: "odd" }) as const;

  it.each([
    [undefined, ["hooks", "api"]],
    ["hooks", ["hooks"]],
    ["api, hooks", ["hooks", "api"]],
    ["!api", ["hooks"]],
    ["statsig", []],
  ])("the filter %s lets %j through", (filter, expected) => {
    const written: string[] = [];
    const log = debugLog({
      write: (text) => written.push(text),
      date: () => "T",
      ...(filter === undefined ? {} : { filter }),
    });
    for (const about of ["hooks", "api"]) log(line(about));
    expect(written).toEqual(expected.map((about) => `T WARN  [${about}] odd\n`));
  });

  it("a file that only its owner can read, appended to", () => {
    const file = join(newFolder(), "debug.log");
    const lost: string[] = [];
    for (const text of ["a\n", "b\n"])
      debugFile(file, { write: (words) => lost.push(words) })(text);
    expect(readFileSync(file, "utf8")).toBe("a\nb\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(lost).toEqual([]);
  });

  it("a file that cannot be written is reported once, and nothing breaks", () => {
    const folder = newFolder();
    const lost: string[] = [];
    const write = debugFile(folder, { write: (words) => lost.push(words) });
    write("a\n");
    write("b\n");
    expect(lost).toEqual([
      expect.stringContaining("the debug log cannot be written: Error: EISDIR"),
    ]);
  });

  it("a trace and the log get the same records", async () => {
    const received: string[] = [];
    const sink = {
      record: () => void received.push("trace"),
      close: () => void received.push("closed"),
    };
    const both = traceToAll([sink, debugSession(({ text }) => received.push(text))]);
    const record: TraceRecord = {
      version: 1,
      kind: "dispatch",
      time: "T",
      durationMs: 1,
      profile: "reference",
      event: "Stop",
      session: "s1",
      input: {},
      lookedAt: 0,
      ran: [],
      held: [],
      merged: [],
      notMatched: [],
    };
    both?.record(record);
    await both?.close?.();
    expect(received).toEqual([
      "trace",
      "Stop: 0 hooks checked, 0 ran; outcome none after 1.0 ms",
      "closed",
    ]);
    expect(traceToAll([])).toBeUndefined();
  });
});
