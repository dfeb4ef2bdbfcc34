import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { isObject } from "../is-object.ts";
import { textOf } from "./loads/load-finder.ts";
import { isJavaScript } from "./loads/loaded-paths.ts";
import type { ScriptFile } from "./script-files.ts";

/** The nearest package.json decides whether Node reads these as a module; `.mjs` and `.cjs` say it themselves. */
const undecided: ReadonlySet<string> = new Set(["", ".js", ".jsx", ".ts", ".tsx"]);

/**
 * T1: the `type` in the package.json that applies to each script, as if it were a file; none where nothing is set. The
 * rest of package.json is not covered: it changes often, and does not affect these scripts.
 */
export function moduleKinds(files: readonly ScriptFile[]): readonly ScriptFile[] {
  const folders = files
    .filter(({ target }) => undecided.has(extname(target)))
    .filter(({ target }) => isJavaScript(target, textOf(target) ?? ""))
    .map(({ target }) => dirname(target));
  const found = [...new Set(folders)].flatMap((folder) => kindFor(folder) ?? []);
  return [...new Map(found.map((kind) => [kind.path, kind])).values()];
}

function kindFor(folder: string): ScriptFile | undefined {
  const file = join(folder, "package.json");
  try {
    const kind = kindIn(readFileSync(file));
    if (kind === "") return undefined;
    const path = `${file}#type`;
    const sha256 = createHash("sha256").update(kind).digest("hex");
    return { path, target: path, sha256, size: kind.length, mode: 0 };
  } catch {
    const above = dirname(folder);
    return above === folder ? undefined : kindFor(above);
  }
}

/** Every value that Node could take for the type, or `invalid`: then Node refuses to load the script. */
function kindIn(bytes: Buffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const wrongName = /"name"\s*:\s*[^"\s]|\\u[dD][89a-fA-F]/;
    if (!isObject(JSON.parse(text)) || wrongName.test(text)) return "invalid";
    // Not the parsed value: of a key that is there twice, Node may take the other one.
    const types = text.matchAll(
      /"(?:type|[^"\n]*\\[^"\n]*)"\s*:\s*"(module|commonjs|[^"]*\\[^"]*)"/g,
    );
    return [...types].map(([, type]) => type).join(" ");
  } catch {
    return "invalid";
  }
}
