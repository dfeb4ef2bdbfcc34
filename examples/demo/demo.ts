// A scripted session with hooks in shell, Node and Python, in a temporary folder, without an API key or network. Shows
// what the command printed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { play, words } from "./play.ts";

const folder = mkdtempSync(join(tmpdir(), "demo-"));
try {
  console.log(`$ ${brand.command} ${words.join(" ")}\n`);
  const { project, status, stdout, stderr } = play(folder);
  console.log(stdout);
  if (status !== 0) throw new Error(`the session ended with ${status}:\n${stderr}`);
  for (const file of ["farewell.mjs", "output/report.txt"])
    console.log(`$ cat ${file}\n${readFileSync(join(project, file), "utf8").trimEnd()}\n`);
  if (spawnSync("python3", ["--version"]).error)
    console.log(
      "There is no python3 here: format.py failed, as told above, and farewell.mjs is as the model wrote it.",
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
