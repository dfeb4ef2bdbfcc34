import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import type { InputLine } from "./agent-process.ts";
import type { Scenario, ScenarioRun } from "./case.ts";
import type { Sandbox } from "./sandbox.ts";

/** The output format; only stream-json says which hooks ran. */
export const formatOf = ({ format = "stream-json" }: Scenario): string => format;

/** The arguments of one run of the command. */
export function argumentsFor(
  run: ScenarioRun,
  { scenario, folder }: Sandbox,
  index: number,
): readonly string[] {
  const { model = "claude-sonnet-4-5", args = [] } = scenario;
  const format = formatOf(scenario);
  return [
    "-p",
    ...(run.stdinLines ? ["--input-format", "stream-json"] : [run.prompt ?? ""]),
    ...["--output-format", format],
    ...(format === "stream-json" ? ["--verbose", "--include-hook-events"] : []),
    ...["--debug-file", join(folder, `debug-${index}.log`)],
    ...["--model", model],
    ...args,
    ...(run.args ?? []),
  ];
}

const runnerVariable = `${brand.environmentPrefix}RUNNER`;

/** Only PATH, and whether the runner is on, are taken from the caller's environment. */
export const environmentFor = (
  { home, scenario }: Sandbox,
  port: number,
): Readonly<Record<string, string | undefined>> => ({
  PATH: process.env["PATH"],
  HOME: home,
  SHELL: "/bin/bash",
  TERM: "dumb",
  LANG: "C.UTF-8",
  ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
  ANTHROPIC_API_KEY: "no-key-is-needed-here",
  [runnerVariable]: process.env[runnerVariable],
  ...scenario.env,
});

/** The lines that a run sends on stdin. */
export const linesFor = ({ stdinLines = [] }: ScenarioRun): readonly InputLine[] =>
  stdinLines.map((line) =>
    "raw" in line
      ? { text: JSON.stringify(line.raw), isPrompt: false, delayMs: 0 }
      : {
          text: JSON.stringify({ type: "user", message: { role: "user", content: line.prompt } }),
          isPrompt: true,
          delayMs: line.delayMs ?? 0,
        },
  );
