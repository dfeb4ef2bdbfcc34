import { type AnyHandler, definitionOf, type Profile, type Program } from "@snaphook/protocol";

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

/** A line for a shell that runs a hook again with the same input; `null`: its type cannot be run by a shell. */
export function repeatCommand(
  handler: AnyHandler | undefined,
  circumstances: Circumstances,
): string | null {
  if (!handler) return null;
  const { run } = definitionOf(handler);
  const json = JSON.stringify(circumstances.input);
  const source = json.length > longestInput ? "cat INPUT.json" : `printf '%s\\n' ${quote(json)}`;
  if (run.by === "process") return again(run.with(handler), source, circumstances);
  if (run.repeat === "never") return null;
  return `${source} | ${quoted(run.repeat(handler))}`;
}

/** Where and as the program ran. */
function again(
  { command, args, shell }: Program,
  source: string,
  { cwd, input, bash }: Circumstances,
): string {
  const words =
    args === undefined
      ? [shell === "bash" ? bash : "/bin/sh", "-c", command]
      : [command, ...args].map((word) => word.replaceAll("${CLAUDE_PROJECT_DIR}", () => cwd));
  const folder = typeof input["cwd"] === "string" ? input["cwd"] : cwd;
  return `cd ${quote(folder)} && ${source} | CLAUDE_PROJECT_DIR=${quote(cwd)} ${quoted(words)}`;
}

const quoted = (words: readonly string[]): string => words.map(quote).join(" ");

const quote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
