import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolders, play } from "./testing/play.ts";

const guard = "#!/bin/sh\nexit 0\n";

/** A home in which the user's guard is in a folder of its own. */
function homeWithGuard() {
  const folders = newFolders();
  const file = join(folders.home, "real/guard.sh");
  mkdirSync(dirname(file));
  writeFileSync(file, guard, { mode: 0o755 });
  return { ...folders, file };
}

const hooked = (command: string) => ({
  hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] },
});

/** What the model reads about a command whose text does not show what it does. */
async function tryToChange(
  folders: ReturnType<typeof homeWithGuard>,
  command: string,
  text: string,
) {
  const job = join(folders.base, "job.sh");
  writeFileSync(job, text);
  const { events } = await play({
    in: folders,
    userSettings: hooked(command),
    permissionMode: "default",
    allowedTools: ["Bash"],
    script: [[{ tool: "Bash", input: { command: `sh ${job}` } }], ["done"]],
  });
  return events.flatMap((event) => (event.type === "tool-ended" ? [event.text] : [])).join("\n");
}

const isStopped = /Read-only file system|changed while the command ran|[Dd]evice or resource busy/;

describe("a guard of the user outside .claude", () => {
  const spellings = [
    "~/real/guard.sh",
    "$HOME/real/guard.sh",
    `"\${HOME}/real/guard.sh"`,
    "sh -c 'exec ~/real/guard.sh'",
    "sh ~/real/guard.sh",
    "cd ~/real && ./guard.sh",
    "env X=y ~/real/guard.sh",
  ];

  it.each(spellings)("T5 Write in acceptEdits asks first: %s", async (command) => {
    const folders = homeWithGuard();
    await play({
      in: folders,
      userSettings: { ...hooked(command), permissions: { additionalDirectories: [folders.home] } },
      permissionMode: "acceptEdits",
      script: [
        [{ tool: "Read", input: { file_path: folders.file } }],
        [{ tool: "Write", input: { file_path: folders.file, content: "#!/bin/sh\n" } }],
        ["done"],
      ],
    });
    expect(readFileSync(folders.file, "utf8")).toBe(guard);
  });

  it.each(spellings)("T5 a command cannot rewrite it unnoticed: %s", async (command) => {
    const folders = homeWithGuard();
    expect(await tryToChange(folders, command, "echo > ~/real/guard.sh")).toMatch(isStopped);
  });

  it.each(["mv ~/real ~/other", "cp -r ~/real ~/r2; rm -rf ~/real; mv ~/r2 ~/real; rm ~/real/*"])(
    "T5 a command cannot move its folder unnoticed: %s",
    async (text) => {
      expect(await tryToChange(homeWithGuard(), "~/real/guard.sh", text)).toMatch(isStopped);
    },
  );

  it.each([
    "grep -qf @/real/rules.txt && exit 2; exit 0",
    "while read -r r; do :; done < @/real/rules.txt",
  ])("T5 a command cannot change the rules that it reads unnoticed: %s", async (line) => {
    const folders = homeWithGuard();
    writeFileSync(folders.file, `#!/bin/sh\n${line.replaceAll("@", folders.home)}\n`);
    writeFileSync(join(folders.home, "real/rules.txt"), "danger\n");
    const text = await tryToChange(folders, folders.file, "echo > ~/real/rules.txt");
    expect(text).toMatch(isStopped);
  });

  it.each(["ln -sfn /bin/true ~/g/guard.sh", "echo > ~/real/guard.sh", "mv ~/g ~/g2"])(
    "T5 a command cannot change a link or its target unnoticed: %s",
    async (text) => {
      const folders = homeWithGuard();
      mkdirSync(join(folders.home, "g"));
      symlinkSync(folders.file, join(folders.home, "g/guard.sh"));
      expect(await tryToChange(folders, "~/g/guard.sh", text)).toMatch(isStopped);
    },
  );
});
