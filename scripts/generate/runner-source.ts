import { join } from "node:path";
import { build } from "rolldown";

const program = join(import.meta.dirname, "../../packages/engine/src/run/runner/runner-program.ts");

/** A module with the program of the runner as one text, so that it needs no file next to it. */
export async function runnerSource(): Promise<string> {
  const { output } = await build({
    input: program,
    platform: "node",
    resolve: { conditionNames: ["workspace-source", "import", "node", "default"] },
    // Nothing of ours does anything when it is imported, except the program itself.
    treeshake: { moduleSideEffects: (id) => id === program },
    output: { format: "cjs", minify: true, sourcemap: false },
    write: false,
  });
  const text = output[0].code;
  return `/** The program of the runner, made from run/runner/runner-program.ts. */\nexport const runnerSource = ${JSON.stringify(text)};\n`;
}
