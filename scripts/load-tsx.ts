// node --import ./scripts/load-tsx.ts …: lets Node load .tsx files, whose JSX it cannot strip like types.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "rolldown/utils";

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(".tsx")) return nextLoad(url, context);
    const file = fileURLToPath(url);
    const { code, errors } = transformSync(file, readFileSync(file, "utf8"), {
      jsx: { runtime: "automatic" },
    });
    if (errors[0] !== undefined) throw errors[0];
    return { format: "module", shortCircuit: true, source: code };
  },
});
