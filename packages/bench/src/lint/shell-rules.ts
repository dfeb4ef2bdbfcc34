import { chooseProgram } from "@snaphook/engine/internal";
import { programOf } from "@snaphook/protocol";
import { bashSyntaxIn } from "./bash-syntax.ts";
import type { Script } from "./hook-code.ts";
import { type LintedHook, type LintRule, type LintSubject, warningAt } from "./lint-subject.ts";

/** Syntax of bash in a command or a script that a plain sh runs: the hook fails, and a guard is open. */
export const bashSyntax: LintRule = (subject) =>
  // The sh of macOS and that of Git Bash are bash.
  subject.platform !== "linux"
    ? []
    : subject.hooks.flatMap((linted) => [
        ...commandFinding(linted, subject),
        ...linted.code.scripts.flatMap((script) => scriptFinding(script, linted)),
      ]);

function commandFinding({ hook, code }: LintedHook, { profile, platform, shellOf }: LintSubject) {
  const program = programOf(hook.handler);
  if (!program || code.form !== "shell") return [];
  // For another system the answer is that of most: it has bash.
  const elsewhere = { platform, profile, variables: {}, bash: "bash", folder: "/" };
  const shell =
    platform === process.platform ? shellOf(hook) : chooseProgram(program, elsewhere).program;
  const found = shell === "/bin/sh" ? bashSyntaxIn(program.command) : undefined;
  if (found === undefined) return [];
  return [
    warningAt(hook, {
      code: "bash-syntax",
      message: `${found} is syntax of bash, but ${shell} runs this command, and where that is not bash the hook fails`,
      advice: "write it for sh, or put it in a script that starts with #!/usr/bin/env bash",
    }),
  ];
}

function scriptFinding({ content = "", interpreter, path, text }: Script, { hook }: LintedHook) {
  const [first = ""] = content.split("\n", 1);
  const byName = interpreter === "sh" || interpreter === "dash";
  const byFirstLine = interpreter === undefined && /^#!\S*\/(?:env\s+)?(?:da)?sh\b/.test(first);
  const found = byName || byFirstLine ? bashSyntaxIn(content) : undefined;
  if (found === undefined) return [];
  return [
    warningAt(hook, {
      code: "bash-syntax",
      message: `${path} uses ${found}, which is syntax of bash, but sh runs it, and where that is not bash the hook fails`,
      advice: byName
        ? `write bash ${text}`
        : "start the script with #!/usr/bin/env bash, or write it for sh",
    }),
  ];
}

/** What only a shell understands. */
const shellSyntax = /\|\|?|&&|[;<>`]|\$\w+|\$[{(]|(?<=^|\s)~\/|[*?](?=\s|$)/;

/** V8: where commands start without a shell, its syntax reaches the program as text. */
export const needsShell: LintRule = ({ hooks, profile }) =>
  profile.commandForm === "shell"
    ? []
    : hooks.flatMap(({ hook }) => {
        const program = programOf(hook.handler);
        if (!program || program.args !== undefined) return [];
        const bare = program.command.replaceAll(/"(?:\\.|[^"\\])*"|'[^']*'/gs, (quoted) =>
          quoted.startsWith("'") ? "" : quoted.replaceAll(/[^$\w{(]/g, " "),
        );
        const found = shellSyntax.exec(bare)?.[0];
        if (found === undefined) return [];
        return [
          warningAt(hook, {
            code: "needs-shell",
            message: `the profile ${profile.name} starts commands without a shell, so ${found} is passed on as plain text`,
            advice: `put the command into a script, or write: sh -c '…'`,
          }),
        ];
      });
