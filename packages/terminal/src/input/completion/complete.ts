import type { FileIndex } from "./file-index.ts";

/** A command that the user can type after a slash. */
export interface OfferedCommand {
  readonly name: string;
  readonly description: string;
  /** `[what is optional]`, `<what is not>`; empty if it takes no argument. */
  readonly argumentHint: string;
}

/** The part of a text that can be completed. */
export interface Completable {
  readonly kind: "command" | "file";
  readonly from: number;
  readonly to: number;
  /** Without the slash or the `@`. */
  readonly query: string;
}

/** One way to complete it. */
export interface Proposal {
  readonly label: string;
  readonly description: string;
  /** What replaces the part. */
  readonly inserted: string;
  /** A command that can be sent as it is. */
  readonly isReady: boolean;
}

export interface Completion extends Completable {
  readonly proposals: readonly Proposal[];
  readonly chosen: number;
}

/** As in `findMentions` of the agent: a mention begins a word. */
const mention = /(?<![^\s([{'"`])@(?:"([^"\n]*)|([^\s"'`<>|]*))$/;

/** The command or the file name that ends at the cursor. */
export function completableAt(text: string, cursor: number): Completable | undefined {
  const before = text.slice(0, cursor);
  const command = /^\/([\w:.-]*)$/.exec(before);
  if (command && !/^\S/.test(text.slice(cursor)))
    return { kind: "command", from: 0, to: cursor, query: command[1] ?? "" };
  const file = mention.exec(before);
  if (!file) return undefined;
  return { kind: "file", from: file.index, to: cursor, query: file[1] ?? file[2] ?? "" };
}

/** Where proposals come from. Files are undefined until they are listed. */
export interface CompletionSources {
  commands(): readonly OfferedCommand[];
  files(): FileIndex | undefined;
}

const maxFiles = 50;

export function complete(
  completable: Completable,
  { commands, files }: CompletionSources,
): Completion {
  const { kind, query } = completable;
  const proposals =
    kind === "command"
      ? commandProposals(commands(), query)
      : (files()?.search(query, maxFiles) ?? []).map(fileProposal);
  return { ...completable, proposals, chosen: 0 };
}

/** Names that begin with the query, then those that contain it; each by name. */
function commandProposals(commands: readonly OfferedCommand[], query: string): readonly Proposal[] {
  const low = query.toLowerCase();
  const placeOf = ({ name }: OfferedCommand) => name.toLowerCase().indexOf(low);
  return commands
    .filter((command) => placeOf(command) >= 0)
    .sort(
      (one, other) =>
        Math.min(placeOf(one), 1) - Math.min(placeOf(other), 1) || (one.name < other.name ? -1 : 1),
    )
    .map(({ name, description, argumentHint }) => ({
      label: `/${name}${argumentHint === "" ? "" : ` ${argumentHint}`}`,
      description,
      inserted: `/${name} `,
      isReady: !argumentHint.startsWith("<"),
    }));
}

function fileProposal(path: string): Proposal {
  const isFolder = path.endsWith("/");
  const mentioned = /^[^\s"'`<>|]+$/.test(path) ? `@${path}` : `@"${path}${isFolder ? "" : '"'}`;
  // A folder is not the end: its files are proposed next.
  const inserted = isFolder ? mentioned : `${mentioned} `;
  return { label: path, description: "", inserted, isReady: false };
}
