import { type LintedHook, type LintRule, warningAt } from "./lint-subject.ts";

/** Programs that only some platforms have. Windows programs also run in WSL, which is Linux. */
const only: Readonly<Record<string, readonly string[]>> = {
  afplay: ["darwin"],
  caffeinate: ["darwin"],
  osascript: ["darwin"],
  pbcopy: ["darwin"],
  say: ["darwin"],
  "terminal-notifier": ["darwin"],
  aplay: ["linux"],
  "notify-send": ["linux"],
  paplay: ["linux"],
  "xdg-open": ["linux"],
  "cmd.exe": ["win32", "linux"],
  "powershell.exe": ["win32", "linux"],
  python3: ["darwin", "linux"],
};

const platforms: Readonly<Record<string, string>> = {
  darwin: "macOS",
  linux: "Linux",
  win32: "Windows",
};

/** The command itself tests where it is, or goes on without the program. */
const testsFirst = /\bcommand -v\b|\bwhich\b|\buname\b|\$OSTYPE|\|\|/;

/** A program that the platform lacks: the hook fails there, every time. */
export const notOnPlatform: LintRule = ({ hooks, platform }) =>
  hooks.flatMap((linted) => {
    const { hook, code } = linted;
    if (testsFirst.test(hook.label)) return [];
    const missing = new Set(
      programsOf(linted).filter((name) => only[name] && !only[name].includes(platform)),
    );
    return [
      ...[...missing].map((name) =>
        warningAt(hook, {
          code: "not-on-platform",
          message: `${platforms[platform] ?? platform} has no ${name}, so this hook fails there`,
          advice:
            name === "python3"
              ? "write python, or use a hook that needs no Python"
              : `test for it first: command -v ${name} >/dev/null && …`,
        }),
      ),
      ...(platform === "win32" && code.form === "program" ? withoutShell(linted) : []),
    ];
  });

const programsOf = ({ code }: LintedHook): readonly string[] =>
  code.words.flatMap(({ role, value }) =>
    role === "program" ? (value?.split(/[/\\]/).at(-1) ?? []) : [],
  );

/** Windows does not know #! lines: only a shell can start a script. */
const withoutShell = ({ hook, code }: LintedHook) =>
  code.scripts
    .filter(
      ({ start, value }) => start === "direct" && /\.(?:[cm]?js|sh|bash|py|rb|pl)$/.test(value),
    )
    .map(({ text }) =>
      warningAt(hook, {
        code: "not-on-platform",
        message: `Windows cannot start ${text} without a shell, so this hook fails there`,
        advice: `name the program that runs it: "command": "node", "args": ["…"]`,
      }),
    );
