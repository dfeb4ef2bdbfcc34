import { brand } from "@snaphook/protocol";
import { tiePrompt } from "./commands/agent/agent-words.ts";
import { createProgram } from "./create-program.ts";
import { UsageError } from "./usage-error.ts";

const args = tiePrompt(process.argv.slice(2));

createProgram(args, async (flags, words) =>
  (await import("./commands/agent/agent.ts")).agent(flags, words),
)
  .parseAsync(args, { from: "user" })
  .catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${brand.command}: ${error.message}`);
    process.exitCode = 1;
  });
