import { basename, isAbsolute } from "node:path";
import { brand } from "@snaphook/protocol";
import type { Node } from "jsonc-parser";

/** A member of an object in a file. */
export interface EntryMember {
  readonly key: Node;
  readonly value: Node;
}

/** The entry of a server in the file of a client. */
export interface ServerEntry {
  readonly name: string;
  readonly members: ReadonlyMap<string, EntryMember>;
  /** The words of its command; undefined if it has no command, or not as texts. */
  readonly words: readonly string[] | undefined;
  /** How many of the words start the gateway; 0: the entry does not go through it. */
  readonly ownWords: number;
}

/** The words of the gateway in an entry of ours, up to `--` or all of them. */
export function readEntry(name: string, node: Node): ServerEntry {
  const members = membersOf(node);
  const words = wordsOf(members);
  return { name, members, words, ownWords: words === undefined ? 0 : countOwn(words) };
}

export function membersOf(node: Node | undefined): ReadonlyMap<string, EntryMember> {
  const pairs = node?.type === "object" ? (node.children ?? []) : [];
  return new Map(
    pairs.flatMap(({ children: [key, value] = [] }) =>
      key && value ? [[String(key.value), { key, value }] as const] : [],
    ),
  );
}

function wordsOf(members: ServerEntry["members"]): readonly string[] | undefined {
  const command = members.get("command")?.value;
  const args = members.get("args")?.value;
  if (command?.type !== "string") return undefined;
  if (args !== undefined && args.type !== "array") return undefined;
  const words = [command, ...(args?.children ?? [])].map(({ value }): unknown => value);
  return words.every((word) => typeof word === "string") ? words : undefined;
}

/** Our command is named by itself, or started with Node by the path of its file, as install writes it. */
function countOwn(words: readonly string[]): number {
  const at = words.indexOf("gateway");
  const before = words[at - 1] ?? "";
  const isNamed = basename(before).replace(/\.\w+$/, "") === brand.command;
  const isWritten =
    at === 2 &&
    isAbsolute(before) &&
    words[3] === "--name" &&
    (words[5] === "--" || words[5] === "--url");
  const isOurs = ((at === 1 || at === 2) && isNamed) || isWritten;
  if (!isOurs) return 0;
  const end = words.indexOf("--");
  return end < 0 ? words.length : end + 1;
}
