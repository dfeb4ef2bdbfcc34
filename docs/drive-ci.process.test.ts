import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { validateAction, validateWorkflow } from "@action-validator/core";
import { brand } from "@snaphook/protocol";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as tested from "../scripts/packed/tested.ts";
import { fencesOf } from "./testing/fences.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "..", name), "utf8");

/** A project with a hook of the user, and a folder of programs: the command, and others that only note their arguments. */
function workplace() {
  const base = mkdtempSync(join(tmpdir(), "ci-files-"));
  const [home, work, bin] = [join(base, "home"), join(base, "work"), join(base, "bin")];
  for (const folder of [join(home, ".claude"), work, bin]) mkdirSync(folder, { recursive: true });
  const hooks = { Stop: [{ hooks: [{ type: "command", command: "true" }] }] };
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify({ hooks }));
  writeFileSync(
    join(base, "script.json"),
    JSON.stringify([
      [
        { tool: "Write", input: { file_path: "made.txt", content: "x\n" } },
        { tool: "Bash", input: { command: "touch made-by-bash", description: "x" } },
      ],
      ["Done."],
    ]),
  );
  const program = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  for (const name of ["npm", "apt-get", "chown"])
    program(name, `echo "${name} $*" >> '${base}/noted'`);
  const words = tested.command().map((word) => `'${word}'`);
  const addCommand = () => program(brand.command, `exec ${words.join(" ")} "$@"`);
  const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const PATH = `${bin}:${dirname(realpathSync(tested.node))}:/usr/bin:/bin`;
    const options = { cwd: work, env: { PATH, HOME: home, ...env }, encoding: "utf8" } as const;
    return spawnSync(program, [...args], options);
  };
  const noted = () =>
    existsSync(join(base, "noted")) ? readFileSync(join(base, "noted"), "utf8") : "";
  return { base, work, model: `script:${join(base, "script.json")}`, addCommand, run, noted };
}

interface ActionStep {
  readonly name: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

describe("action.yml", () => {
  const action = parse(read("action.yml"));
  const steps: readonly ActionStep[] = action.runs.steps;
  const inputs = (given: Readonly<Record<string, string>>, { env = {} }: ActionStep) =>
    Object.fromEntries(
      Object.entries(env).map(([variable, text]) => {
        const [, name = ""] = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(text) ?? [];
        expect(Object.keys(action.inputs), text).toContain(name);
        return [variable, given[name] ?? action.inputs[name].default];
      }),
    );

  it("is a valid action, and the workflow on the page is valid too", () => {
    expect(validateAction(read("action.yml"))).toEqual({ actionType: "action", errors: [] });
    const workflows = fencesOf(read("docs/drive.md")).filter(({ language }) => language === "yaml");
    expect(workflows).toHaveLength(1);
    for (const { text } of workflows) {
      expect(validateWorkflow(text)).toEqual({ actionType: "workflow", errors: [] });
      const { with: given } =
        Object.values<{ steps: { with?: object }[] }>(parse(text).jobs)
          .flatMap((job) => job.steps)
          .at(-1) ?? {};
      for (const name of Object.keys(given ?? {}))
        expect(Object.keys(action.inputs)).toContain(name);
    }
  });

  it("installs the command if it is missing, runs the prompt, and keeps result, trace and timeline", () => {
    const { base, work, model, addCommand, run, noted } = workplace();
    const [install, agent] = steps;
    if (!install || !agent) throw new Error("steps are missing");
    const bash = (step: ActionStep, given: Record<string, string> = {}) =>
      run("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run ?? ""], {
        ...inputs(given, step),
        GITHUB_OUTPUT: join(base, "output"),
        RUNNER_TEMP: base,
      });
    expect(bash(install).status).toBe(0);
    expect(noted()).toBe(`npm install --global ${brand.command}@latest\n`);
    addCommand();
    expect(bash(install).status).toBe(0);
    expect(noted().split("\n")).toHaveLength(2);
    const given = {
      prompt: "- make $(touch hacked) a file",
      model,
      "allowed-tools": "Bash(touch:*)\nGlob",
    };
    const { status, stdout } = bash(agent, given);
    expect(status).toBe(0);
    expect(stdout).toContain("- make $(touch hacked) a file");
    expect(readdirSync(work).sort()).toEqual(["made-by-bash", "made.txt"]);
    const [, folder = ""] =
      /^directory=(.*)$/m.exec(readFileSync(join(base, "output"), "utf8")) ?? [];
    expect(readdirSync(folder).sort()).toEqual([
      "result.json",
      "timeline.txt",
      "trace.html",
      "trace.jsonl",
    ]);
    expect(JSON.parse(readFileSync(join(folder, "result.json"), "utf8")).result).toBe("Done.");
    expect(bash(agent, { prompt: "x", model: "script:/no/such/file" }).status).not.toBe(0);
  });
});

describe("Dockerfile", () => {
  const lines = read("Dockerfile").split("\n");
  const all = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

  it("has no mistakes", () => {
    expect(validate(read("Dockerfile"))).toEqual([]);
    expect(validate("FROM a\nRUNN b")).not.toEqual([]);
  });

  it("its commands install the program, and its entry point keeps result, trace and timeline", () => {
    const { base, model, addCommand, run, noted } = workplace();
    addCommand();
    const ARTIFACTS = join(base, "artifacts");
    for (const line of all("RUN")) {
      const command = line.replace(/^--mount=\S+ /, "");
      expect(run("/bin/sh", ["-c", command], { ARTIFACTS, VERSION: "1.2.3" }).status, line).toBe(0);
    }
    expect(noted()).toContain(`npm install --global ${brand.command}@1.2.3\n`);
    expect(noted()).toContain(`chown node ${ARTIFACTS}\n`);
    const [program = "", ...args]: string[] = JSON.parse(all("ENTRYPOINT")[0] ?? "[]");
    const more = ["-p", "make a file", "--permission-mode", "acceptEdits", "--model", model];
    const { status, stderr } = run(program, [...args, ...more], { ARTIFACTS });
    expect(status).toBe(0);
    expect(stderr).toContain("make a file");
    expect(readdirSync(ARTIFACTS).sort()).toEqual(["result.json", "timeline.txt", "trace.jsonl"]);
  });
});
