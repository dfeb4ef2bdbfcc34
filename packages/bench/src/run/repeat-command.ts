import type { AnyHandler, Profile } from "@snaphook/protocol";

/** Longer inputs are left to a file. */
const longestInput = 4000;

/** What a hook was run with. */
interface Circumstances {
  /** The project's folder. */
  readonly cwd: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What `shell: "bash"` means here. */
  readonly bash: Profile["bashOnLinux"];
}

/** A line for a shell that runs a command or http hook again, with the same input. */
export function repeatCommand(
  handler: AnyHandler | undefined,
  { cwd, input, bash }: Circumstances,
): string | null {
  const json = JSON.stringify(input);
  const source = json.length > longestInput ? "cat INPUT.json" : `printf '%s\\n' ${quote(json)}`;
  if (handler?.type === "command") {
    const { command, args, shell } = handler;
    const program =
      args === undefined
        ? [shell === "bash" ? bash : "/bin/sh", "-c", command]
        : [command, ...args].map((word) => word.replaceAll("${CLAUDE_PROJECT_DIR}", () => cwd));
    const words = program.map(quote).join(" ");
    const folder = typeof input["cwd"] === "string" ? input["cwd"] : cwd;
    return `cd ${quote(folder)} && ${source} | CLAUDE_PROJECT_DIR=${quote(cwd)} ${words}`;
  }
  if (handler?.type === "http")
    return `${source} | curl --data-binary @- -H 'content-type: application/json' ${quote(handler.url)}`;
  return null;
}

const quote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
