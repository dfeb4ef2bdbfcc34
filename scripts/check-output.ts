// Fails if a text could reach a terminal without passing a function of visible-text.ts: only the files below write to
// stdout or stderr, and the agent's views write nothing to stderr that was not made visible.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What each file may do with the streams of the process. */
const allowed: Readonly<Record<string, RegExp>> = {
  "packages/cli/src/print.ts": /./,
  // Lines of ours alone.
  "packages/cli/src/first-screen.ts":
    /process\.stdout\.(isTTY|columns|write\((screen \+ toInput|eraseScreen\(drawnColumns\))\))/,
  "packages/cli/src/program.ts": /process\.stdout\.(on|listenerCount)\("error"/,
  "packages/cli/src/commands/run.ts": /writeExactly\(process\.std(out|err), /,
  "packages/cli/src/commands/gateway.ts":
    /process\.stdout\.(on\("error"|write\(`\$\{text\}\\n`\))|writeExactly\(process\.stderr, /,
  "packages/cli/src/commands/acp.ts": /stdout: |stderr: /,
  "packages/cli/src/commands/agent/agent.ts": /stdout: |stderr: |process\.stdout\.isTTY/,
  "packages/cli/src/commands/agent/in-terminal.ts":
    /stdout: |stderr: |process\.stderr\.isTTY|process\.stdout\.write\("\\n"\)/,
  "packages/cli/src/commands/hooks-menu.ts": /stdout: /,
  // Part of a program that runs in the sandbox.
  "packages/agent/src/wall/network/forwarder.ts": /console\.log\('\{"async":true\}'\)/,
  "packages/adapters/src/core/adapter-options.ts": /process\.emitWarning\(visibleText\(text\)\)/,
  "packages/engine/src/text/process-warning.ts": /process\.emitWarning\(visibleText\(text\)\)/,
};

const writes = /\bconsole\.|\bprocess\s*\.\s*(stdout|stderr|emitWarning)\b|writeSync\([12]\b/;
/** `stderr.write(` of a view with anything but visible lines. */
const rawLines = /\bstderr\s*\.\s*write\(\s*(?!\s*printedLines\()/;

const root = join(import.meta.dirname, "..");
const files = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root }).filter(
  // Recipes and scaffolds are texts of hooks, which print as every hook does.
  (file) =>
    !/(^|\/)(testing|fixtures|generated)\/|\.test\.tsx?$|\/testing\.ts$|\/new\/scaffold\.ts$/.test(
      file,
    ),
);
if (files.length === 0) throw new Error("found no sources");

for (const file of files) {
  const text = readFileSync(join(root, file), "utf8");
  for (const [index, line] of text.split("\n").entries()) {
    // An example in a comment.
    if (/^\s*(\*|\/\/)/.test(line) || !writes.test(line) || allowed[file]?.test(line)) continue;
    report(
      file,
      index + 1,
      "writes to the terminal; use print.ts of the command, or the Output of a view",
    );
  }
  if (!file.startsWith("packages/agent/")) continue;
  const found = rawLines.exec(text);
  if (found)
    report(
      file,
      text.slice(0, found.index).split("\n").length,
      "writes to stderr without printedLines()",
    );
}

function report(file: string, line: number, fault: string): void {
  console.error(`${file}:${line}: ${fault}`);
  process.exitCode = 1;
}
