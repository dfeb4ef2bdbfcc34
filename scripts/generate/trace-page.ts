import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";

const folder = join(import.meta.dirname, "../../packages/bench/src/trace/page");

/** A module with the script and the style of the page that `trace --html` writes. */
export async function tracePage(): Promise<string> {
  const { output } = await build({
    input: join(folder, "page.ts"),
    platform: "browser",
    output: { format: "iife", minify: true, sourcemap: false },
    write: false,
  });
  const script = output[0].code.trim();
  // It would end the element that the script is in.
  if (/<\/script|<!--/i.test(script)) throw new Error("the script of the page contains markup");
  const style = readFileSync(join(folder, "page.css"), "utf8")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,]) ?/g, "$1")
    .replaceAll(": ", ":")
    .replaceAll(";}", "}")
    .trim();
  return [
    "/** The program of the page, made from trace/page/page.ts. */",
    `export const pageScript = ${JSON.stringify(script)};`,
    "/** The style of the page, made from trace/page/page.css. */",
    `export const pageStyle = ${JSON.stringify(style)};`,
    "",
  ].join("\n");
}
