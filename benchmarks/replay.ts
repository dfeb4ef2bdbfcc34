// A replay of a transcript with 10,000 calls, 1,000 of which match one of 20 command hooks, next to the bare processes
// that it needs: the same shells with the same input, as many at the same time.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { replay } from "@snaphook/bench";
import { createHooks } from "@snaphook/engine";
import { bareProcess } from "./bare-process.ts";
import { requireBuild } from "./built.ts";
import { interleave, median, printTable, timed } from "./measure.ts";

requireBuild();
const [events, hooks, rounds] = [10_000, 20, Number(process.env["ROUNDS"] ?? 5)];
const matchesEvery = 10;
const jobs = Math.min(8, availableParallelism());
const commandOf = (hook: number): string => `: ${hook}; cat >/dev/null; exit 0`;

const base = mkdtempSync(join(tmpdir(), "replay-"));
const [cwd, home] = [join(base, "project"), join(base, "home")];
mkdirSync(join(cwd, ".claude"), { recursive: true });
mkdirSync(home);
const groups = Array.from({ length: hooks }, (_, index) => ({
  matcher: `mcp__server__tool${index}`,
  hooks: [{ type: "command", command: commandOf(index) }],
}));
writeFileSync(
  join(cwd, ".claude/settings.json"),
  JSON.stringify({ hooks: { PreToolUse: groups } }),
);
const hookOf = (index: number): number => (index / matchesEvery) % hooks;
const toolOf = (index: number): string =>
  index % matchesEvery === 0 ? `mcp__server__tool${hookOf(index)}` : "Read";
const inputOf = (index: number) => ({ file_path: join(cwd, `src/file${index}.ts`) });
const transcript = join(base, "transcript.jsonl");
const lines = Array.from({ length: events }, (_, index) =>
  JSON.stringify({
    type: "assistant",
    uuid: `record-${index}`,
    sessionId: "session",
    cwd,
    message: {
      role: "assistant",
      content: [
        { type: "tool_use", id: `call-${index}`, name: toolOf(index), input: inputOf(index) },
      ],
    },
  }),
);
writeFileSync(transcript, `${lines.join("\n")}\n`);

/** The shell that the replay starts; `/bin/sh` may be a smaller one. */
async function shellOfHooks(): Promise<string> {
  const opened = await createHooks({ cwd, home, sessionId: "benchmark" });
  const [hook] = opened.config.snapshot().hooks;
  const shell = hook && opened.config.shellOf(hook);
  await opened.close();
  if (shell === undefined) throw new Error("the hooks run without a shell");
  return shell;
}
const shell = await shellOfHooks();

async function bareProcesses(): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next; index < events; index = next) {
      next += matchesEvery;
      const stdin = JSON.stringify({ tool_name: toolOf(index), tool_input: inputOf(index), cwd });
      await bareProcess([shell, "-c", commandOf(hookOf(index))], { cwd, stdin });
    }
  };
  await Promise.all(Array.from({ length: jobs }, lane));
}

async function wholeReplay(): Promise<void> {
  const options = { cwd, home, paths: [transcript], trustProject: true, jobs };
  const { hooks: ran, replayed } = await replay(options);
  const runs = ran.reduce((sum, hook) => sum + hook.runs, 0);
  if (replayed.calls !== events || runs !== events / matchesEvery)
    throw new Error(`replayed ${replayed.calls} calls with ${runs} runs`);
}

try {
  await bareProcesses();
  const samples = await interleave(rounds, {
    bare: () => timed(bareProcesses),
    replay: () => timed(wholeReplay),
  });
  const [bare, whole] = [median(samples.bare), median(samples.replay)];
  const ratios = samples.replay.map((time, index) => time / (samples.bare[index] ?? Number.NaN));
  printTable(
    `${events} calls, ${events / matchesEvery} processes, ${jobs} at a time, ms`,
    ["median", "fastest", "ratio, median of pairs", "limit"],
    [
      ["bare processes", bare, Math.min(...samples.bare), "", ""],
      ["replay", whole, Math.min(...samples.replay), `${median(ratios).toFixed(2)} ×`, "1.20 ×"],
    ],
  );
} finally {
  rmSync(base, { recursive: true, force: true });
}
