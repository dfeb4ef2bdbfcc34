import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { play } from "../../examples/demo/play.ts";
import type { Ended, Place } from "./install.ts";

const root = join(import.meta.dirname, "../..");
const examples = join(root, "examples");

/** What users would try, each with what went wrong. */
export const trials: Readonly<Record<string, (place: Place) => readonly string[]>> = {
  "the Node that was installed": ({ run, node }) => said(run("node", "--version"), `v${node}`),
  "every package can be imported": ({ run, packed }) => {
    const libraries = packed.filter(({ manifest }) => manifest.exports !== undefined);
    return libraries.flatMap(({ name }) =>
      said(
        run(
          "node",
          "--input-type=module",
          "--eval",
          `console.log(Object.keys(await import(${JSON.stringify(name)})).length > 0 ? "exports" : "nothing")`,
        ),
        "exports",
      ),
    );
  },
  "the command": (place) => {
    const command = commandOf(place);
    return [
      ...said(place.run("npx", "--no-install", command, "--help"), `Usage: ${command}`),
      ...said(place.run("npx", "--no-install", command, "sample", "PreToolUse"), '"tool_name"'),
    ];
  },
  "the demo": (place) => {
    const folder = join(place.folder, "demo");
    mkdirSync(folder);
    const played = play(folder, { path: place.path, command: [commandOf(place)] });
    const isThere = existsSync(join(played.project, "output/report.txt"));
    return [
      ...said(played, "✗ PreToolUse: refuse, by .claude/hooks/no-recursive-delete.sh"),
      ...said(played, "end       completed"),
      ...(isThere ? [] : ["the refused command ran"]),
    ];
  },
  "an agent that embeds the engine": ({ run, folder }) => {
    cpSync(join(examples, "embed"), join(folder, "embed"), { recursive: true });
    return said(run("node", "embed/agent.ts"), "refused: remove files one by one");
  },
  "the types of what it embeds": ({ run, folder }) => {
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(strictest));
    return said(run("node", join(root, "node_modules/typescript/bin/tsc"), "-p", "."), "");
  },
};

/** As strict as a user could be, and declarations of others checked too: ours must not need a package they lack. */
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
  files: ["embed/agent.ts"],
};

function commandOf({ packed }: Place): string {
  const [command] = packed.flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}));
  if (command === undefined) throw new Error("no package brings a command");
  return command;
}

function said({ status, stdout, stderr }: Ended, text: string): readonly string[] {
  if (status === 0 && stdout.includes(text)) return [];
  return [`exit ${status}, expected "${text}" in: ${stdout.slice(-2000)}${stderr.slice(-2000)}`];
}
