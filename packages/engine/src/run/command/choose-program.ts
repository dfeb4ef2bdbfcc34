import type { CommandHandler, Profile } from "@snaphook/protocol";

/** What to start. */
export interface Program {
  readonly program: string;
  readonly args: readonly string[];
  readonly windowsVerbatimArguments?: boolean;
}

/** What the choice depends on. */
export interface ProgramContext {
  readonly platform: string;
  readonly profile: Pick<Profile, "commandForm" | "bashOnLinux">;
  /** `CLAUDE_CODE_SHELL_PREFIX`: gets the command as its one argument. */
  readonly shellPrefix?: string | undefined;
  /** Substituted in the exec form as plain strings. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** P5: the program, arguments and options of a command hook; a pure function of platform and handler. */
export function chooseProgram(handler: CommandHandler, context: ProgramContext): Program {
  const { platform, profile, shellPrefix, variables } = context;
  const { command, args, shell } = handler;
  if (args !== undefined) {
    const [program = "", ...rest] = [command, ...args].map((word) => substitute(word, variables));
    return { program, args: rest };
  }
  if (profile.commandForm === "words") {
    const [program = "", ...rest] = splitWords(command);
    return { program, args: rest };
  }
  if (shell === "powershell") return powershell(substitute(command, variables), platform);
  const wrapped = shellPrefix ? `${shellPrefix} ${quoteWord(command)}` : command;
  if (platform === "win32") return { program: "bash.exe", args: ["-c", wrapped] };
  const bash = shell === "bash" && profile.bashOnLinux === "bash";
  return { program: bash ? "bash" : "/bin/sh", args: ["-c", wrapped] };
}

const powershell = (command: string, platform: string): Program => ({
  program: platform === "win32" ? "powershell.exe" : "pwsh",
  args: ["-NoProfile", "-NonInteractive", "-Command", command],
});

/** Replaces `${CLAUDE_PROJECT_DIR}` and its like, and only those that are known. */
function substitute(text: string, variables: ProgramContext["variables"]): string {
  return text.replaceAll(
    /\$\{(CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA))\}/g,
    (whole, name: string) => variables[name] ?? whole,
  );
}

const quoteWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** V8: words as a shell would split them, without a shell: quotes and backslashes count, nothing else does. */
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
