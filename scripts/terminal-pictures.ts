// npm run terminal-pictures [NAME …]: draws screens of the command in a real terminal into docs/pictures; with --check,
// fails if a picture on disk is stale.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as tested from "./packed/tested.ts";
import { drawScreen } from "./picture/draw-screen.ts";
import { readScreen } from "./picture/read-screen.ts";
import { type Scene, scenes } from "./picture/scenes.ts";
import { openTerminal, terminalIsMissing } from "./testing/tmux.ts";

const pictures = join(import.meta.dirname, "../docs/pictures");

/** The same on every machine, because screens show it. */
const base = join(tmpdir(), "ada");

async function picture({
  title,
  rows,
  columns = 100,
  flags,
  play,
  files = {},
}: Scene): Promise<string> {
  rmSync(base, { recursive: true, force: true });
  const [project, home] = [join(base, "shop"), join(base, "home")];
  mkdirSync(join(home, ".claude"), { recursive: true });
  cpSync(join(import.meta.dirname, "../examples/demo/project"), project, { recursive: true });
  cpSync(join(import.meta.dirname, "../examples/demo/session.json"), join(base, "session.json"));
  for (const [file, content] of Object.entries(files))
    writeFileSync(
      join(base, file),
      typeof content === "string" ? content : JSON.stringify(content, null, 2),
      { mode: 0o755 },
    );
  const terminal = await openTerminal({
    words: [...tested.command(), "--model", "script:../session.json", ...flags],
    cwd: project,
    env: { PATH: tested.path, HOME: home, LANG: "C.UTF-8", TERM: "xterm-256color" },
    socket: join(base, "terminal"),
    columns,
    rows,
  });
  try {
    await play(terminal);
    await terminal.takesKeys();
    return drawScreen(readScreen(withoutTimes(await terminal.styledScreen())), { title, columns });
  } finally {
    await terminal.close();
    rmSync(base, { recursive: true, force: true });
  }
}

/** Times and the mark that turns differ from run to run; these are usual ones. Time limits stay. */
const withoutTimes = (screen: string): string =>
  screen
    .replaceAll(/[\d.]+ m?s(?= · Esc interrupts)/g, "2 s")
    // A call that took long says so at the end of its line.
    .replaceAll(/· [\d.]+ s(?=\P{L}*$)/gmu, "")
    .replaceAll(/\d+(?:\.\d+)?(?= ms\b)/g, "12")
    .replaceAll(/\d+(?:\.\d+)?(?= s ago)/g, "2")
    .replaceAll(/[✶✷✸✹✺](?= )/g, "✶");

async function main(args: readonly string[]): Promise<void> {
  const wanted = args.filter((arg) => !arg.startsWith("-"));
  mkdirSync(pictures, { recursive: true });
  for (const scene of scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const file = join(pictures, `${scene.name}.svg`);
    const svg = await picture(scene);
    if (!args.includes("--check")) {
      writeFileSync(file, svg);
      console.log(`wrote docs/pictures/${scene.name}.svg`);
    } else if (!existsSync(file) || readFileSync(file, "utf8") !== svg) {
      console.error(`docs/pictures/${scene.name}.svg is stale: run npm run terminal-pictures`);
      process.exitCode = 1;
    }
  }
}

if (terminalIsMissing === undefined) await main(process.argv.slice(2));
else console.log(`${terminalIsMissing}; no picture is made or checked`);
