import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Installed } from "../packed/install.ts";
import type { Packed } from "../packed/pack.ts";

const root = join(import.meta.dirname, "../..");

/** What users would try, each with what went wrong. */
export const trials: Readonly<Record<string, (place: Installed) => readonly string[]>> = {
  "the Node that was installed": (place) =>
    said(run(place, "node", "--version"), `v${place.nodeVersion}`),
  "everything that is exported can be imported": (place) =>
    place.packed.flatMap((packed) =>
      modulesOf(packed).flatMap((part) => {
        const module = JSON.stringify(posix.join(packed.name, part));
        const script = `console.log(Object.keys(await import(${module})).length > 0)`;
        return said(run(place, "node", "--input-type=module", "--eval", script), "true");
      }),
    ),
  "the command": (place) => {
    const command = commandOf(place);
    return [
      ...said(run(place, "npx", "--no-install", command, "--help"), `Usage: ${command}`),
      ...said(run(place, "npx", "--no-install", command, "sample", "PreToolUse"), '"tool_name"'),
    ];
  },
  "the runner": (place) =>
    place.packed
      .filter(({ name }) => name.endsWith("/engine"))
      .flatMap(({ name }) =>
        said(run(place, "node", "--input-type=module", "--eval", hookInRunner(name)), "true"),
      ),
  "an error that is not caught": (place) =>
    place.packed
      .filter(({ name }) => name.endsWith("/engine"))
      .flatMap(({ name }) => {
        const ended = run(place, "node", "--input-type=module", "--eval", badHook(name));
        const lines = ended.stderr.split("\n");
        const longest = Math.max(...lines.map((line) => line.length));
        return [
          ...(longest > 300 ? [`stderr has a line of ${longest} characters`] : []),
          ...["hooks.PreToolUse[0].hooks[0]", "at checkCodeShape"]
            .filter((text) => !ended.stderr.includes(text))
            .map((text) => `expected "${text}" in: ${ended.stderr.slice(0, 2000)}`),
        ];
      }),
  "the types of what is embedded": (place) => {
    writeFileSync(join(place.folder, "tsconfig.json"), JSON.stringify(strictest));
    return said(run(place, "node", join(root, "node_modules/typescript/bin/tsc"), "-p", "."), "");
  },
};

/** Prints whether the runner started a hook; its program travels in the engine as a text. */
const hookInRunner = (engine: string) => `
  const { createHooks } = await import(${JSON.stringify(engine)});
  const handler = { type: "command", command: "echo $PPID" };
  const settings = JSON.stringify({ hooks: { Stop: [{ hooks: [handler] }] } });
  const hooks = await createHooks({ cwd: process.cwd(), sessionId: "s1", runner: true, settings });
  let parent;
  hooks.on((progress) => { if (progress.type === "run-ended") parent = Number(progress.run.stdout.text); });
  while (hooks.config.runner().state === "starting") await new Promise((next) => setTimeout(next, 10));
  await hooks.fire("Stop", { stop_hook_active: false });
  console.log(parent === hooks.config.runner().pid);
  await hooks.close();`;

/** Throws, because the hook has no function. */
const badHook = (engine: string) => `
  const { createHooks } = await import(${JSON.stringify(engine)});
  const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "callback" }] }] };
  await createHooks({ cwd: process.cwd(), sessionId: "s1", hooks });`;

/** What a package exports, without schemas and other files. */
const modulesOf = ({ manifest: { exports = {} } }: Packed): readonly string[] =>
  Object.keys(exports).filter((part) => exports[part]?.["default"]?.endsWith(".mjs"));

/** Runs a program in the folder, with a separate home. */
function run({ folder, path }: Installed, program: string, ...args: readonly string[]): Ended {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  const env = { PATH: path, HOME: home, NO_COLOR: "1", LANG: "C.UTF-8" };
  return spawnSync(program, args, { cwd: folder, env, encoding: "utf8" });
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** As strict as possible, and with declarations checked: ours must not need a package that users do not have. */
const strictest = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "dom"],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: false,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  },
  files: ["examples/embed/agent.ts"],
};

function commandOf({ packed }: Installed): string {
  const [command] = packed.flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}));
  if (command === undefined) throw new Error("no package has a command");
  return command;
}

function said({ status, stdout, stderr }: Ended, text: string): readonly string[] {
  if (status === 0 && stdout.includes(text)) return [];
  return [`exit ${status}, expected "${text}" in: ${stdout.slice(-2000)}${stderr.slice(-2000)}`];
}
