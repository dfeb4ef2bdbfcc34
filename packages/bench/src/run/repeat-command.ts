import { type AnyHandler, definitionOf, type Program } from "@snaphook/protocol";

/** For a longer input the command reads INPUT.json instead. */
const longestInput = 4000;

/** What a hook was run with. */
interface Circumstances {
  /** The project's folder. */
  readonly cwd: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The shell that runs the command; undefined: it runs without one. */
  readonly shell: string | undefined;
}

/** A shell command that runs a hook again with the same input; `null`: a shell cannot run this type of hook. */
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

/** Starts the program in the same folder and in the same way. */
function again(
  { command, args = [] }: Program,
  source: string,
  { cwd, input, shell }: Circumstances,
): string {
  const words =
    shell !== undefined
      ? [shell, "-c", command]
      : [command, ...args].map((word) => word.replaceAll("${CLAUDE_PROJECT_DIR}", () => cwd));
  const folder = typeof input["cwd"] === "string" ? input["cwd"] : cwd;
  return `cd ${quote(folder)} && ${source} | CLAUDE_PROJECT_DIR=${quote(cwd)} ${quoted(words)}`;
}

const quoted = (words: readonly string[]): string => words.map(quote).join(" ");

const quote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
