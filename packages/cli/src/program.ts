import { brand } from "@snaphook/protocol";
import { attachPrompt } from "./commands/agent/print-mode.ts";
import { createProgram } from "./create-program.ts";
import { isDriven, sendFailedStart } from "./driven.ts";
import { drawFirstScreen } from "./first-screen.ts";
import { printMessage } from "./print.ts";
import { UsageError } from "./usage-error.ts";

async function main(): Promise<void> {
  process.stdout.on("error", reportUnwritten);
  checkCurrentFolder();
  const args = attachPrompt(process.argv.slice(2));
  const program = createProgram(args, async (flags, words) => {
    drawFirstScreen(flags);
    await (await import("./commands/agent/agent.ts")).agent(flags, words);
  });
  await program.parseAsync(args, { from: "user" });
}

/** A reader that closes the pipe, such as `head`, is no error. The agent has its own handler for its output. */
function reportUnwritten(error: NodeJS.ErrnoException): void {
  if (process.stdout.listenerCount("error") > 1) return;
  process.exitCode = error.code === "EPIPE" ? 141 : 1;
  if (error.code !== "EPIPE")
    printMessage(`${brand.command}: the output cannot be written: ${error.message}`);
}

/** Paths are relative to the current folder, which may have been removed. */
function checkCurrentFolder(): void {
  try {
    process.cwd();
  } catch {
    throw new UsageError("the current folder no longer exists; change to one that does");
  }
}

main().catch(async (error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  if (!error.isPrinted) printMessage(`${brand.command}: ${error.message}`);
  process.exitCode = error.exitCode;
  if (isDriven(process.argv.slice(2))) await sendFailedStart(error.message);
});
