import type { Terminal } from "../testing/tmux.ts";

/** A screen of the command in the project of the demo. */
export interface Scene {
  readonly name: string;
  /** For readers who do not see the picture. */
  readonly title: string;
  readonly rows: number;
  /** Default: 100. */
  readonly columns?: number;
  readonly flags: readonly string[];
  /** More files, in a folder with `home`, `shop` (the project) and `session.json`: a text, or a value for JSON. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** Types until the screen shows what the picture is about. */
  play(terminal: Terminal): Promise<unknown>;
}

/** With a space at the end of a line, so that a hook has something to format. */
const farewell = (text: string): string =>
  `export function farewell(name) {\n  return \`${text}\`; \n}\n`;

/** A view ignores keys while it reads something. */
async function pressUntil(terminal: Terminal, key: string, shown: RegExp): Promise<void> {
  for (let times = 0; times < 10; times += 1) {
    await terminal.press(key);
    if (await terminal.shows(shown, 500).then(Boolean, () => false)) return;
  }
  await terminal.shows(shown);
}

export const scenes: readonly Scene[] = [
  {
    name: "session",
    title:
      "A session in the terminal: a hook refuses a recursive delete, another rewrites a command, and the tests must pass before the agent may stop",
    rows: 46,
    flags: ["--trust-project", "--permission-mode", "acceptEdits"],
    files: {
      "session.json": {
        main: [
          ["I will clear the old output.", { tool: "Bash", input: { command: "rm -rf output" } }],
          [
            "Then it stays. What do the tests want?",
            { tool: "Bash", input: { command: "npm test" } },
          ],
          [
            {
              tool: "Write",
              input: { file_path: "farewell.mjs", content: farewell("Bye ${name}") },
            },
          ],
          ["The farewell is written."],
          [
            "Not what the tests want:",
            {
              tool: "Write",
              input: { file_path: "farewell.mjs", content: farewell("Goodbye, ${name}!") },
            },
          ],
          ["The farewell is written, and **all tests pass**."],
        ],
        "hook-prompt": ['{"ok": true}', '{"ok": true}'].map((answer) => [answer]),
      },
    },
    async play(terminal) {
      await terminal.shows(">");
      await terminal.submit("Add a farewell");
      await terminal.shows("all tests pass");
      await terminal.hides("Esc interrupts");
    },
  },
  {
    name: "question",
    title:
      "A permission question: a hook made a dry run of the command, and asks; the question shows the difference, the hook and its reason",
    rows: 34,
    flags: ["--trust-project"],
    files: {
      "home/.claude/settings.json": {
        hooks: {
          PreToolUse: [
            { matcher: "Bash", hooks: [{ type: "command", command: "~/.claude/dry-run.sh" }] },
          ],
        },
      },
      "home/.claude/dry-run.sh": `#!/bin/sh
cat <<'EOF'
{ "hookSpecificOutput": { "hookEventName": "PreToolUse", "permissionDecision": "ask",
    "permissionDecisionReason": "publishing needs a person",
    "updatedInput": { "command": "npm publish --dry-run" } } }
EOF
`,
      "session.json": [
        ["I publish the package.", { tool: "Bash", input: { command: "npm publish" } }],
        ["Done."],
      ],
    },
    async play(terminal) {
      await terminal.shows(">");
      await terminal.submit("Publish it");
      await terminal.shows("publishing needs a person");
    },
  },
  {
    name: "menu",
    title:
      "A hook in the menu: its state, matcher, command, file, trust, its runs in this session, and what can be done with it",
    rows: 40,
    // The line about its runs fits, whatever the times are.
    columns: 120,
    flags: ["--trust-project", "--permission-mode", "acceptEdits"],
    files: {
      "session.json": {
        main: [
          [{ tool: "Bash", input: { command: "rm -rf output" } }],
          [{ tool: "Bash", input: { command: "npm test" } }],
          ["It stays."],
        ],
        "hook-prompt": [['{"ok": true}']],
        after: "The tests want a farewell.",
      },
    },
    async play(terminal) {
      await terminal.shows("9 hooks");
      await terminal.submit("Tidy up");
      await terminal.shows("The tests want a farewell");
      await terminal.submit("/hooks");
      await terminal.shows("PreToolUse");
      await pressUntil(terminal, "Down", /^> PreToolUse/m);
      await terminal.press("Enter");
      await terminal.shows("2 runs");
      await terminal.press("Enter");
      await terminal.shows(/Session +2 runs/);
      await terminal.hides("reading the settings");
    },
  },
  {
    name: "trust",
    title: "The trust review: what the project wants to run, with the script of a hook",
    rows: 40,
    flags: [],
    play: (terminal) => terminal.shows("no-recursive-delete.sh"),
  },
];
