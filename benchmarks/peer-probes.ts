// Runs the probes that were run on other hook engines, and prints our results in the same form.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { requireBuild } from "./built.ts";
import { timed } from "./measure.ts";

requireBuild();
const { createHooks } = await import("@snaphook/engine");
const folder = mkdtempSync(join(tmpdir(), "peer-probes-"));
const answer = (permissionDecision: string) =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision } })}'`;

async function engine(timeout: number, ...commands: readonly string[]) {
  const hooks = commands.map((command) => ({ type: "command", command, timeout }));
  return createHooks({
    cwd: folder,
    home: folder,
    managedFile: join(folder, "absent.json"),
    sessionId: "s1",
    settings: JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash|Edit", hooks }] } }),
  });
}

async function verdict(commands: readonly string[], tool_name = "Bash"): Promise<string> {
  const hooks = await engine(10, ...commands);
  const { action, decidedBy } = await hooks.fire("PreToolUse", {
    tool_name,
    tool_input: {},
    tool_use_id: "1",
  });
  await hooks.close();
  return action === "refuse" ? `block (${decidedBy.length} decided)` : "allow";
}

/** How long a dispatch takes, and whether the process that left its pid behind lives when the engine is closed. */
async function duration(timeout: number, command: string, input: object = {}): Promise<string> {
  const hooks = await engine(timeout, command);
  const ms = await timed(() =>
    hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: input, tool_use_id: "1" }),
  );
  await sleep(300);
  const left = command.includes("pid")
    ? isAlive()
      ? ", alive 0.3 s later"
      : ", gone 0.3 s later"
    : "";
  await hooks.close();
  return `${(ms / 1000).toFixed(2)} s${left}`;
}

const pidFile = join(folder, "pid");
function isAlive(): boolean {
  try {
    return !/\) [ZX]/.test(
      readFileSync(`/proc/${readFileSync(pidFile, "utf8").trim()}/stat`, "utf8"),
    );
  } catch {
    return false;
  }
}

try {
  const flood = "head -c 67108864 /dev/zero | tr '\\0' x";
  const before = process.memoryUsage().rss;
  const rows: readonly (readonly [string, string])[] = [
    ["deny JSON", await verdict([answer("deny")])],
    ["deny + later allow", await verdict([answer("deny"), answer("allow")])],
    ["exit 2, silent", await verdict(["exit 2"])],
    ["exit 2 + allow JSON on stdout", await verdict([`${answer("allow")}; echo stop >&2; exit 2`])],
    ["exit 1 (must not block)", await verdict(["echo oops >&2; exit 1"])],
    ["exit 3 (must not block)", await verdict(["echo oops >&2; exit 3"])],
    [
      "matcher Edit on NotebookEdit",
      (await verdict(["exit 2"], "NotebookEdit")) === "allow" ? "skips" : "fires",
    ],
    [
      "1 s timeout, hook ignores TERM",
      await duration(1, `echo $$ > ${pidFile}; trap '' TERM; while :; do sleep 0.2; done`),
    ],
    [
      "1 s timeout, grandchild holds stdout",
      await duration(1, `sh -c 'echo $$ > ${pidFile}; exec sleep 20' & wait`),
    ],
    ["exit 0 leaving a 3 s background child", await duration(10, "sleep 3 & exit 0")],
    ["1 MB stdin never read", await duration(5, "exit 0", { big: "x".repeat(1 << 20) })],
    ["64 MB stdout", await duration(20, flood)],
  ];
  for (const [probe, said] of rows) console.log(`${probe.padEnd(40)}${said}`);
  console.log(
    `${"64 MB stdout: RSS growth".padEnd(40)}${Math.round((process.memoryUsage().rss - before) / 1048576)} MB`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
