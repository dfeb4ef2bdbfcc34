// What loading 1,000 hooks from 5 scopes and 50 plugins costs, beside reading and parsing the same files.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { HooksOptions } from "@snaphook/engine";
import { requireBuild } from "./built.ts";
import { manyHooks } from "./many-hooks.ts";
import {
  differences,
  interleave,
  median,
  percentile,
  printTable,
  type Row,
  timed,
} from "./measure.ts";

const pluginCount = 50;
const warmRounds = 60;
const coldRounds = 20;

interface Configured {
  readonly options: HooksOptions;
  readonly files: readonly string[];
}

/** Writes the settings: 100 hooks in each of 5 scopes, 10 in each of 50 plugins. */
function configure(folder: string): Configured {
  const files: string[] = [];
  const write = (path: string, content: object): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(content, null, 2));
    files.push(file);
    return file;
  };
  const managedFile = write("managed.json", { hooks: manyHooks(100, "managed") });
  write("home/.claude/settings.json", { hooks: manyHooks(100, "user") });
  write("project/.claude/settings.json", { hooks: manyHooks(100, "project") });
  write("project/.claude/settings.local.json", { hooks: manyHooks(100, "local") });
  const settings = write("given.json", { hooks: manyHooks(100, "given") });
  const pluginDirectories = Array.from({ length: pluginCount }, (_, index) => {
    const plugin = `plugins/plugin-${index}`;
    write(join(plugin, ".claude-plugin/plugin.json"), { name: `plugin-${index}` });
    write(join(plugin, "hooks/hooks.json"), { hooks: manyHooks(10, `plugin${index}-`) });
    return join(folder, plugin);
  });
  const [cwd, home] = [join(folder, "project"), join(folder, "home")];
  return {
    options: { cwd, home, managedFile, settings, pluginDirectories, sessionId: "s1" },
    files,
  };
}

const readAndParse = (files: readonly string[]) =>
  Promise.all(files.map(async (file) => JSON.parse(await readFile(file, "utf8"))));

/** In a fresh process: does one of the two for the first time and prints how long it took. */
async function coldRun(which: string, file: string): Promise<void> {
  const { options, files }: Configured = JSON.parse(readFileSync(file, "utf8"));
  console.log(await timed(() => (which === "load" ? createHooks(options) : readAndParse(files))));
}

function coldTime(which: string, file: string): number {
  const args = [...process.execArgv, import.meta.filename, which, file];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

async function compare(folder: string): Promise<void> {
  const configured = configure(folder);
  const { options, files } = configured;
  const found = (await createHooks(options)).config.snapshot().hooks.length;
  if (found !== 1000) throw new Error(`${found} hooks were read instead of 1,000`);
  const description = join(folder, "configured.json");
  writeFileSync(description, JSON.stringify(configured));

  const warm = await interleave(warmRounds, {
    baseline: () => timed(() => readAndParse(files)),
    load: () => timed(() => createHooks(options)),
  });
  const cold = await interleave(coldRounds, {
    baseline: () => coldTime("baseline", description),
    load: () => coldTime("load", description),
  });
  const row = (
    name: string,
    times: readonly number[],
    baseline: readonly number[],
    limit = "",
  ): Row => [
    name,
    median(times),
    percentile(times, 95),
    median(differences(times, baseline)),
    limit,
  ];
  printTable(
    "loading, ms",
    ["median", "p95", "above reading", "limit"],
    [
      row("reading and parsing, warm", warm.baseline, warm.baseline),
      row("createHooks, warm", warm.load, warm.baseline, "60"),
      row("reading and parsing, first in a process", cold.baseline, cold.baseline),
      row("createHooks, first in a process", cold.load, cold.baseline, "60"),
    ],
  );
}

const [which, description] = process.argv.slice(2);
if (which === undefined) requireBuild();
const { createHooks } = await import("@snaphook/engine");
if (which !== undefined && description !== undefined) await coldRun(which, description);
else {
  const folder = mkdtempSync(join(tmpdir(), "loading-"));
  try {
    await compare(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
