import type { Profile, Program } from "@snaphook/protocol";
import type { ProcessRequest } from "../process/process-request.ts";

/** What to start, and how. */
export type ChosenProgram = Required<Pick<ProcessRequest, "program" | "args" | "options">>;

/** What the choice depends on. */
export interface ProgramContext {
  readonly platform: string;
  readonly profile: Pick<Profile, "commandForm" | "bashOnLinux">;
  /** The hook's environment: some variables choose the program, some are substituted in the exec form. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** P5: the program, arguments and options of a hook; a pure function of platform and handler. */
export function chooseProgram(wanted: Program, context: ProgramContext): ChosenProgram {
  const [program, ...args] = chooseWords(wanted, context);
  // A separate process group and session; on Windows that would open a console window.
  const options = { detached: context.platform !== "win32", windowsHide: true };
  return { program, args, options };
}

type Words = readonly [program: string, ...args: readonly string[]];

function chooseWords({ command, args, shell }: Program, context: ProgramContext): Words {
  const { platform, profile, variables } = context;
  if (args !== undefined) {
    const [program = "", ...rest] = [command, ...args].map((word) => substitute(word, variables));
    return [program, ...rest];
  }
  if (profile.commandForm === "words") {
    const [program = "", ...rest] = splitWords(command);
    return [program, ...rest];
  }
  if (shell === "powershell") return powershell(substitute(command, variables), platform);
  const prefix = variables["CLAUDE_CODE_SHELL_PREFIX"];
  const wrapped = prefix ? `${prefix} ${quoteWord(command)}` : command;
  if (platform === "win32")
    return [variables["CLAUDE_CODE_GIT_BASH_PATH"] || "bash.exe", "-c", wrapped];
  const bash = shell === "bash" && (platform !== "linux" || profile.bashOnLinux === "bash");
  return [bash ? "bash" : "/bin/sh", "-c", wrapped];
}

const powershell = (command: string, platform: string): Words => [
  platform === "win32" ? "powershell.exe" : "pwsh",
  "-NoProfile",
  "-NonInteractive",
  "-Command",
  command,
];

/** Replaces `${CLAUDE_PROJECT_DIR}` and the plugin variables, if they are set. */
function substitute(text: string, variables: ProgramContext["variables"]): string {
  return text.replaceAll(
    /\$\{(CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA))\}/g,
    (whole, name: string) => variables[name] ?? whole,
  );
}

const quoteWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** V8: words as a shell would split them, without a shell: only quotes and backslashes are special. */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  const word = /((?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+)/gs;
  for (const [text] of line.matchAll(word))
    words.push(
      text.replaceAll(/\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gs, (_, escaped, double, single) => {
        if (escaped !== undefined) return escaped;
        return double === undefined ? single : double.replaceAll(/\\(["\\$`])/g, "$1");
      }),
    );
  return words;
}
