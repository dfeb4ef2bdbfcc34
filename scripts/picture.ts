// npm run picture: draws the start of the demo's timeline into docs/timeline.svg, and takes the pictures of its trace in
// docs/images; with --check, fails if the drawing on disk is stale.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { play } from "../examples/demo/play.ts";
import { draw } from "./picture/draw.ts";
import { takePictures } from "./picture/take-pictures.ts";

const docs = join(import.meta.dirname, "../docs");
const file = join(docs, "timeline.svg");

/** From the first prompt to where the agent goes back to work. */
function linesOf(timeline: string): readonly string[] {
  const lines = timeline.replaceAll(/ *(\d+) ms(?= )/g, rounded).split("\n");
  const first = lines.findIndex((line) => line.startsWith("user"));
  const stop = lines.findIndex((line) => line.includes("↻ Stop"));
  const end = lines.findIndex((line, index) => index > stop && line.startsWith("model"));
  return [...lines.slice(first, end), "…"];
}

/** Rounds the measured times to multiples of 5 ms. */
function rounded(text: string, ms: string): string {
  const time = `${Math.max(5, Math.round(Number(ms) / 5) * 5)} ms`;
  return time.padStart(text.length);
}

/** Times differ from run to run; everything else in a picture is the same. */
const withoutTimes = (svg: string): string =>
  svg.replaceAll(
    /<text x="[\d.]+" y="([\d.]+)" textLength="[\d.]+"( [^>]*)>\d+ ms</g,
    "<text y=$1$2>ms<",
  );

async function picture(use: (trace: string) => Promise<void> = async () => {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "picture-"));
  const trace = join(folder, "trace.jsonl");
  try {
    const { status, stdout, stderr } = play(folder, undefined, ["--trace", trace]);
    if (status !== 0) throw new Error(`the session ended with ${status}:\n${stderr}`);
    await use(trace);
    return draw(linesOf(stdout));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (spawnSync("python3", ["--version"]).status !== 0) {
  console.log(
    "there is no python3 here: one hook of the demo would fail, so no picture is made or checked",
  );
} else if (!process.argv.includes("--check")) {
  writeFileSync(file, await picture((trace) => takePictures(trace, join(docs, "images"))));
  console.log("wrote docs/timeline.svg and docs/images");
} else if (withoutTimes(readFileSync(file, "utf8")) !== withoutTimes(await picture())) {
  console.error("docs/timeline.svg is stale: run npm run picture");
  process.exitCode = 1;
}
