// The same dispatch that other hook engines were measured with: 1, 4 and 8 hooks that read stdin and print {}, beside a bare spawn.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareShell } from "./bare-process.ts";
import { requireBuild } from "./built.ts";
import {
  differences,
  interleave,
  median,
  percentile,
  printTable,
  type Row,
  timed,
} from "./measure.ts";

const rounds = Number(process.argv[2] ?? 200);

requireBuild();
const start = performance.now();
const { createHooks } = await import("@snaphook/engine");
const importMs = performance.now() - start;
const folder = mkdtempSync(join(tmpdir(), "peers-bench-"));
const input = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_1" };
const stdin = JSON.stringify({
  session_id: "s1",
  cwd: folder,
  hook_event_name: "PreToolUse",
  ...input,
});

/** Not detached, as the other engines do not do that either. */
const bare = (command: string) => bareShell(command, { cwd: folder, stdin, detached: false });

async function row(width: number): Promise<Row> {
  const lines = Array.from(
    { length: width },
    (_, index) => `cat >/dev/null; : ${index}; echo '{}'`,
  );
  const hooks = lines.map((command) => ({ type: "command", command, timeout: 10 }));
  const engine = await createHooks({
    cwd: folder,
    home: folder,
    managedFile: join(folder, "absent.json"),
    sessionId: "s1",
    settings: JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } }),
  });
  const taken = await interleave(rounds, {
    engine: () => timed(() => engine.fire("PreToolUse", input)),
    raw: () => timed(() => Promise.all(lines.map(bare))),
  });
  await engine.close();
  const over = median(differences(taken.engine, taken.raw));
  return [
    `${width} hooks`,
    median(taken.engine),
    percentile(taken.engine, 95),
    median(taken.raw),
    over,
  ];
}

try {
  const rows = [await row(1), await row(4), await row(8)];
  printTable(
    `import ${importMs.toFixed(0)} ms; one dispatch, ms`,
    ["p50", "p95", "raw spawn p50", "above it"],
    rows,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
