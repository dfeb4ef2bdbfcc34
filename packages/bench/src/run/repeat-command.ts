import type { AnyHandler } from "@snaphook/protocol";

/** Longer inputs are left to a file. */
const longestInput = 4000;

/** A line for a shell that runs a command or http hook again, with the same input. */
export function repeatCommand(
  handler: AnyHandler | undefined,
  { cwd, input }: { readonly cwd: string; readonly input: Readonly<Record<string, unknown>> },
): string | null {
  const json = JSON.stringify(input);
  const source = json.length > longestInput ? "cat INPUT.json" : `printf '%s\\n' ${quote(json)}`;
  if (handler?.type === "command") {
    const { command, args } = handler;
    const program = args === undefined ? ["/bin/sh", "-c", command] : [command, ...args];
    const words = program.map(quote).join(" ");
    return `cd ${quote(cwd)} && ${source} | CLAUDE_PROJECT_DIR=${quote(cwd)} ${words}`;
  }
  if (handler?.type === "http")
    return `${source} | curl --data-binary @- -H 'content-type: application/json' ${quote(handler.url)}`;
  return null;
}

const quote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
