/** Never ends by itself, and does not notice that the host was killed: its output goes to a file. */
const background = "while true; do echo tick; sleep 0.13; done";

/** Whether a process is the command in the background. */
export const isBackground = (command: string): boolean => command.includes("echo tick");
/** A step of its loop. */
export const isStep = (command: string): boolean => command === "sleep 0.13";

const bash = (command: string, more: object = {}) => ({
  tool: "Bash",
  input: { command, description: "one step", ...more },
});

/** A session with some of everything that can be running when its process is killed. */
export const script = {
  main: [
    [
      "First I look around.",
      bash("seq 1 30000"),
      bash("(sleep 0.1; echo one) & (sleep 0.2; echo two) & wait"),
    ],
    {
      delayMs: 150,
      blocks: [
        { tool: "Write", input: { file_path: "notes.txt", content: "line\n".repeat(5000) } },
        { tool: "Read", input: { file_path: "notes.txt" } },
      ],
    },
    ["Something for the background.", bash(background, { run_in_background: true })],
    [bash("cat; echo read to the end"), bash("ls; yes | head -c 300000")],
    { delayMs: 100, blocks: ["This is the end of the work.".repeat(2000)] },
  ],
  after: "There is nothing more to do.",
};

const command = (text: string, more: object = {}) => ({
  hooks: [{ type: "command", command: text, ...more }],
});

const context = (event: string, size: number) =>
  `cat > /dev/null; printf '{"hookSpecificOutput":{"hookEventName":"${event}","additionalContext":"%0${size}d"}}' 7`;

/** User hooks: fast and slow ones, one that prints a lot, one in the background. */
export const settings = {
  hooks: {
    SessionStart: [command("cat > /dev/null; echo Welcome.")],
    UserPromptSubmit: [command(context("UserPromptSubmit", 3000))],
    PreToolUse: [command("cat > /dev/null; sleep 0.1"), command("cat | wc -c")],
    PostToolUse: [
      command(context("PostToolUse", 9000)),
      command(`sleep 0.3; ${context("PostToolUse", 500)}`, { async: true }),
    ],
    Stop: [command("cat > /dev/null")],
    SessionEnd: [command("cat > /dev/null; sleep 0.05")],
  },
};
