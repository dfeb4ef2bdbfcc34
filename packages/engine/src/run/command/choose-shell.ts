import type { Profile, Program } from "@snaphook/protocol";
import { calledProgram, isPlainCall } from "./is-plain-call.ts";
import { isShellScript } from "./is-shell-script.ts";

/** What the choice of a shell depends on. */
export interface ShellContext {
  readonly platform: string;
  readonly profile: Pick<Profile, "commandForm" | "commandShell">;
  /** The bash of the system; undefined: there is none. */
  readonly bash: string | undefined;
  /** The folder that the command starts in. */
  readonly folder: string;
  /** The hook's environment. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * P5, section 12 of the contract: the shell that runs a command; undefined if it runs without one. Where the
 * profile says bash, the plain call of a program still goes to `/bin/sh`, which starts faster; but not that of a
 * script without a `#!` line, because the shell that calls such a script also runs it.
 */
export function chooseShell(program: Program, context: ShellContext): string | undefined {
  const { args, shell } = program;
  const { platform, profile, bash, variables } = context;
  if (args !== undefined || profile.commandForm === "words") return undefined;
  if (shell === "powershell") return platform === "win32" ? "powershell.exe" : "pwsh";
  if (platform === "win32") return variables["CLAUDE_CODE_GIT_BASH_PATH"] || "bash.exe";
  if (profile.commandShell === "/bin/sh") return "/bin/sh";
  if (shell === "bash") return bash ?? "bash";
  return bash === undefined || isSameInSh(program, context) ? "/bin/sh" : bash;
}

function isSameInSh({ command }: Program, { folder, variables }: ShellContext): boolean {
  if (!isPlainCall(command) || variables["CLAUDE_CODE_SHELL_PREFIX"] || hasFunctions(variables))
    return false;
  const called = calledProgram(command, variables);
  const places = { folder, path: variables["PATH"] ?? "" };
  return called !== undefined && !isShellScript(called, places);
}

/** Functions that bash takes from the environment could replace any program. */
const hasFunctions = (variables: ShellContext["variables"]): boolean =>
  Object.keys(variables).some((name) => name.startsWith("BASH_FUNC_"));
