import { bareProcess, bareShell } from "./bare-process.ts";

/** How many hooks a call is measured with. */
export const hookCounts = [0, 1, 5, 20] as const;

/** Different commands, because identical ones would run once. */
const commands = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `true # ${index}`);

/** Settings with this many hooks that do nothing before each Bash call. */
export const settingsWith = (count: number): string =>
  JSON.stringify({
    hooks: {
      PreToolUse: [
        {
          matcher: "Bash",
          hooks: commands(count).map((command) => ({ type: "command", command })),
        },
      ],
    },
  });

/** The baseline: the processes alone; the hooks all at once, then the tool's shell. */
export async function bareCall(count: number, cwd: string): Promise<void> {
  const options = { cwd, stdin: "{}" };
  await Promise.all(commands(count).map((command) => bareShell(command, options)));
  await bareProcess(["/bin/bash", "--noprofile", "--norc", "-c", "echo done"], options);
}
