import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { brand } from "@snaphook/protocol";
import { type RunnerChoice, whyOff } from "../runner/why-off.ts";

/** The variable that turns the wall off. */
const wallVariable = `${brand.environmentPrefix}WALL`;

/** Where bubblewrap is, or why the commands of the Bash tool cannot run in it. */
export type FoundBubblewrap =
  | { readonly program: string; readonly because?: undefined }
  | { readonly program?: undefined; readonly because: string };

const systemFolders = ["/usr/bin", "/usr/local/bin", "/bin", "/run/current-system/sw/bin"];

/** Looks for bubblewrap without starting it. */
export function findBubblewrap(choice: Omit<RunnerChoice, "runner">): FoundBubblewrap {
  const { env = process.env } = choice;
  const word = env[wallVariable];
  if (word === "off") return { because: `${wallVariable} is off` };
  if (word !== undefined && word !== "" && word !== "on")
    return { because: `${wallVariable} is "${word}"; it must be on or off` };
  // Its runner is started like the one for hooks, but does not depend on the setting for that.
  const because = whyOff({ ...choice, runner: true, env: {} });
  if (because !== undefined) return { because };
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const program = [...systemFolders, ...folders]
    .map((folder) => join(folder, "bwrap"))
    .find(isSafe);
  return program === undefined ? { because: "bubblewrap (bwrap) is not installed" } : { program };
}

/** A program that only root can replace: the agent's commands must not be able to bring their own. */
function isSafe(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    const real = realpathSync(path);
    return [real, dirname(real)].every((one) => {
      const { uid, mode } = statSync(one);
      return uid === 0 && (mode & 0o022) === 0;
    });
  } catch {
    return false;
  }
}
