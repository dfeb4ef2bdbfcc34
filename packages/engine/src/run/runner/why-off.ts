import { basename } from "node:path";
import { brand } from "@snaphook/protocol";
import { type Clock, systemClock } from "../clock.ts";
import type { Spawn } from "../process/process-request.ts";

/** What decides whether the runner is used. */
export interface RunnerChoice {
  /** `false`: never; `true`: however small the host is. Default: where it is faster. */
  readonly runner?: boolean | undefined;
  readonly spawn?: Spawn | undefined;
  readonly clock?: Clock | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** About the host's own process. */
interface HostProcess {
  readonly platform: string;
  readonly execPath: string;
  readonly versions: Readonly<Record<string, string | undefined>>;
}

/** The variable that turns the runner off, or on however small the host is. */
const variable = `${brand.environmentPrefix}RUNNER`;

/** Whether the host wants the runner whatever its size. */
export const isAlwaysOn = ({ runner, env = process.env }: RunnerChoice): boolean =>
  runner === true || env[variable] === "on";

/** Why the runner is not used; `undefined`: it can be. */
export function whyOff(choice: RunnerChoice, host: HostProcess = process): string | undefined {
  const { runner, spawn, clock, env = process.env } = choice;
  if (runner === false) return "the host turned it off";
  const word = env[variable];
  if (word === "off") return `${variable} is off`;
  if (word !== undefined && word !== "" && word !== "on")
    return `${variable} is "${word}"; it must be on or off`;
  if (spawn !== undefined) return "the host starts processes with its own spawn";
  if (clock !== undefined && clock !== systemClock) return "the host has its own clock";
  if (host.platform !== "linux") return "it is used on Linux only";
  return whyNotNode(host);
}

/** The runner is started with the host's own program, which must be Node: a packed application would start again. */
function whyNotNode({ execPath, versions }: HostProcess): string | undefined {
  if (versions["electron"] !== undefined) return undefined;
  const isNode = versions["bun"] === undefined && versions["deno"] === undefined;
  if (isNode && /^node(?:js)?[\d.-]*$/.test(basename(execPath))) return undefined;
  return `${execPath} is not Node`;
}
