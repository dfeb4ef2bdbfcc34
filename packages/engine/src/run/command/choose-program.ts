import type { Program } from "@snaphook/protocol";
import type { ProcessRequest } from "../process/process-request.ts";
import { chooseShell, type ShellContext } from "./choose-shell.ts";

/** What to start, and how. */
export type ChosenProgram = Required<Pick<ProcessRequest, "program" | "args" | "options">>;

/** P5: the program, arguments and options of a hook; a pure function of platform and handler. */
export function chooseProgram(wanted: Program, context: ShellContext): ChosenProgram {
  const [program, ...args] = chooseWords(wanted, context);
  // A separate process group and session; on Windows that would open a console window.
  const options = { detached: context.platform !== "win32", windowsHide: true };
  return { program, args, options };
}

type Words = readonly [program: string, ...args: readonly string[]];

function chooseWords(wanted: Program, context: ShellContext): Words {
  const { command, args, shell: named } = wanted;
  const { variables } = context;
  const shell = chooseShell(wanted, context);
  if (args !== undefined) {
    const [program = "", ...rest] = [command, ...args].map((word) => substitute(word, variables));
    return [program, ...rest];
  }
  if (shell === undefined) {
    const [program = "", ...rest] = splitWords(command);
    return [program, ...rest];
  }
  if (named === "powershell") return [shell, ...powershell, substitute(command, variables)];
  const prefix = variables["CLAUDE_CODE_SHELL_PREFIX"];
  const wrapped = prefix ? `${prefix} ${quoteWord(command)}` : command;
  return [shell, "-c", wrapped];
}

const powershell = ["-NoProfile", "-NonInteractive", "-Command"];

/** Replaces `${CLAUDE_PROJECT_DIR}` and the plugin variables, if they are set. */
function substitute(text: string, variables: ShellContext["variables"]): string {
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
