import { brand } from "@snaphook/protocol";
import { tiePrompt } from "./commands/agent/agent-words.ts";
import { createProgram } from "./create-program.ts";
import { UsageError } from "./usage-error.ts";

async function main(): Promise<void> {
  standSomewhere();
  const args = tiePrompt(process.argv.slice(2));
  const program = createProgram(args, async (flags, words) =>
    (await import("./commands/agent/agent.ts")).agent(flags, words),
  );
  await program.parseAsync(args, { from: "user" });
}

/** Paths are relative to the current folder, and somebody may have removed it. */
function standSomewhere(): void {
  try {
    process.cwd();
  } catch {
    throw new UsageError("the current folder is no longer there; change to one that is");
  }
}

main().catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${brand.command}: ${error.message}`);
  process.exitCode = 1;
});
