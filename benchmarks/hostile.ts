// What settings and commands cost that are made to take long, beside ordinary ones of the same length.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireBuild } from "./built.ts";
import { interleave, median, printTable, type Row } from "./measure.ts";

const rounds = 3;
/** A command line may have 128 KiB, a settings file 4 MiB. */
const settingsLength = 500_000;
const commandLength = 100_000;

/** Entries of a list until it is so long. */
function list(length: number, entry: (index: number) => string): string {
  const entries: string[] = [];
  for (let size = 0; size < length; size += (entries.at(-1)?.length ?? 0) + 1)
    entries.push(entry(entries.length));
  return entries.join(",");
}

const hook = (index: number) => `{"type": "command", "command": "hook-${index}"}`;
const settings: Readonly<Record<string, (length: number) => string>> = {
  "ordinary hooks": (length) => `{"hooks": {"Stop": [{"hooks": [${list(length, hook)}]}]}}`,
  "unknown events": (length) => `{"hooks": {${list(length, (index) => `"E${index}": []`)}}}`,
  "keys, one of them twice": (length) =>
    `{"hooks": {${list(length, (index) => `"E${index}": []`)}, "E1": []}}`,
  "open lists": (length) => "[".repeat(length),
  "starts of comments": (length) => "/*".repeat(length / 2),
  quotes: (length) => '"'.repeat(length + 1),
};
const commands: Readonly<Record<string, (length: number) => string>> = {
  "ordinary words": (length) => `git ${"word ".repeat(length / 5)}`,
  commands: (length) => `git ${"; git x".repeat(length / 7)}`,
  wrappers: (length) => "nice ".repeat(length / 5),
  "wrappers that are not clear": (length) => "sudo --x ".repeat(length / 9),
  "quoted parts": (length) => `git ${`'a'"b"`.repeat(length / 6)}`,
  // Of these only so many are read, because the parser needs the square of them.
  braces: (length) => `git ${"{a,".repeat((7998 * length) / commandLength)}`,
  "here-documents": (length) => `git ${"<<E ".repeat((3998 * length) / commandLength)}`,
};

/** How long a piece of work keeps the processor, in milliseconds: a busy machine hardly changes it. */
async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The time for each text, beside the first of them, and beside the time for half of it. */
async function compare(
  title: string,
  texts: typeof settings,
  length: number,
  read: (text: string) => Promise<unknown>,
): Promise<void> {
  const both = Object.entries(texts).flatMap(([name, text]) => [
    [name, () => processorTime(() => read(text(length)))] as const,
    [`half of ${name}`, () => processorTime(() => read(text(length / 2)))] as const,
  ]);
  const samples = await interleave(rounds, Object.fromEntries(both));
  const timeOf = (name: string) => median(samples[name] ?? []);
  const [ordinary = ""] = Object.keys(texts);
  const times = (value: number) => `${value.toFixed(1)} ×`;
  const rows = Object.keys(texts).map((name): Row => {
    const time = timeOf(name);
    return [name, time, times(time / timeOf(ordinary)), times(time / timeOf(`half of ${name}`))];
  });
  printTable(title, ["median", "beside ordinary", "beside half of it"], rows);
}

requireBuild();
const { createHooks } = await import("@snaphook/engine");
const folder = mkdtempSync(join(tmpdir(), "hostile-"));
try {
  mkdirSync(join(folder, ".claude"));
  const sources = { cwd: folder, home: folder, managedFile: join(folder, "absent.json") };
  const load = () => createHooks({ ...sources, sessionId: "s1" });
  const write = (text: string) => writeFileSync(join(folder, ".claude/settings.json"), text);

  await compare("loading 500 KB, ms", settings, settingsLength, (text) => {
    write(text);
    return load();
  });

  // It runs where what a line does cannot be told: some milliseconds of what is measured.
  const guard = { type: "command", command: "true", if: "Bash(other *a*a*b)" };
  write(JSON.stringify({ hooks: { PreToolUse: [{ hooks: [guard] }] } }));
  const hooks = await load();
  await compare("judging a command of 100 KB, ms", commands, commandLength, (command) =>
    hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: { command }, tool_use_id: "t1" }),
  );
  await hooks.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
