import { brand } from "@snaphook/protocol";
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { ClientFile } from "./clients.ts";
import { membersOf, readEntry, type ServerEntry } from "./server-entry.ts";

export interface Rewritten {
  readonly text: string;
  /** The servers whose entry changes. */
  readonly changed: readonly string[];
  /** The servers that stay as they are, and why. */
  readonly left: readonly { readonly name: string; readonly because: string }[];
}

/** The file cannot be changed. */
export class ClientFileError extends Error {}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
type Edits = readonly Edit[] | { readonly because: string };

/** Lets every server of a file go through the gateway. What is not part of a command keeps its bytes. */
export const installIn = (
  text: string,
  place: ClientFile,
  /** The words that start our command. */
  command: readonly [string, ...string[]],
): Rewritten =>
  rewrite(text, place, (entry) => {
    if (entry.ownWords > 0) return { because: "it already goes through the gateway" };
    const edits = entry.members.has("command")
      ? wrapCommand(entry, command)
      : wrapUrl(entry, place, command);
    if ("because" in edits) return edits;
    return leadsBack(text, applied(text, edits), place, entry.name)
      ? edits
      : { because: "uninstall could not restore it exactly" };
  });

/** Whether uninstall turns the entry in `changed` into the one in `text`. */
function leadsBack(text: string, changed: string, place: ClientFile, name: string): boolean {
  try {
    const back = rewrite(changed, place, (entry) =>
      entry.name === name ? unwrap(entry, place, changed) : { because: "" },
    );
    return back.text === text;
  } catch {
    return false;
  }
}

/** The way back. */
export const uninstallFrom = (text: string, place: ClientFile): Rewritten =>
  rewrite(text, place, (entry) => unwrap(entry, place, text));

function unwrap(entry: ServerEntry, place: ClientFile, text: string): Edits {
  const { words = [], ownWords } = entry;
  if (ownWords === 0) return { because: "it does not go through the gateway" };
  return words[ownWords - 1] === "--" ? unwrapCommand(entry, text) : unwrapUrl(entry, place);
}

function rewrite(
  text: string,
  { serversKey }: ClientFile,
  change: (entry: ServerEntry) => Edits,
): Rewritten {
  const root = parsed(text);
  const servers = membersOf(membersOf(root).get(serversKey)?.value);
  const results = [...servers].map(([name, { value }]) => {
    const edits = change(readEntry(name, value));
    return { name, edits };
  });
  const edits = results.flatMap(({ edits: one }) => ("because" in one ? [] : one));
  const next = applied(text, edits);
  parsed(next);
  return {
    text: next,
    changed: results.flatMap(({ name, edits: one }) => ("because" in one ? [] : [name])),
    left: results.flatMap(({ name, edits: one }) =>
      "because" in one ? [{ name, because: one.because }] : [],
    ),
  };
}

function parsed(text: string): Node {
  if (text.startsWith("\uFEFF"))
    throw new ClientFileError("it starts with a byte order mark; save it as UTF-8 without one");
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split("\n").length;
    const code = printParseErrorCode(error.error);
    throw new ClientFileError(`it is not valid JSON (line ${line}: ${code})`);
  }
  if (root?.type !== "object") throw new ClientFileError("it is not a JSON object");
  return root;
}

const applied = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((one, other) => other.from - one.from)
    .reduce((now, { from, to, text: next }) => now.slice(0, from) + next + now.slice(to), text);

const span = ({ offset, length }: { offset: number; length: number }) => ({
  from: offset,
  to: offset + length,
});
const inJson = (words: readonly string[]): string =>
  words.map((word) => JSON.stringify(word)).join(", ");

/** Arguments that an entry did not have; written as few people write it, so that the way back knows it. */
const addedArgs = ', "args":';

function wrapCommand(
  { name, members, words }: ServerEntry,
  [program, ...before]: readonly [string, ...string[]],
): Edits {
  const command = members.get("command")?.value;
  if (words === undefined || command === undefined)
    return { because: "its command or args are not texts" };
  const added = inJson([...before, "gateway", "--name", name, "--", words[0] ?? ""]);
  const replaced = { ...span(command), text: JSON.stringify(program) };
  const args = members.get("args")?.value;
  if (args === undefined) {
    const { to } = span(command);
    return [replaced, { from: to, to, text: `${addedArgs}[${added}]` }];
  }
  const [first] = args.children ?? [];
  const at = first ? first.offset : args.offset + 1;
  return [replaced, { from: at, to: at, text: first ? `${added}, ` : added }];
}

function unwrapCommand({ members, words = [], ownWords }: ServerEntry, text: string): Edits {
  const command = members.get("command")?.value;
  const args = members.get("args")?.value;
  const [first] = args?.children ?? [];
  if (!command || !args || !first || words[ownWords] === undefined)
    return { because: "it has no command after --" };
  const replaced = { ...span(command), text: JSON.stringify(words[ownWords]) };
  // The first of the words is the command itself.
  const next = args.children?.[ownWords];
  if (next) return [replaced, { from: first.offset, to: next.offset, text: "" }];
  const { to } = span(args.children?.at(-1) ?? first);
  const wasAdded = text.slice(span(command).to, args.offset) === addedArgs;
  return wasAdded
    ? [replaced, { from: span(command).to, to: span(args).to, text: "" }]
    : [replaced, { from: first.offset, to, text: "" }];
}

/** The variables with the values of headers; each header has its own. */
function variablesOf(headers: readonly string[]): readonly string[] {
  const used = new Set<string>();
  for (const header of headers) {
    const name = `${brand.environmentPrefix}HEADER_${header.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;
    let free = name;
    for (let number = 2; used.has(free); number += 1) free = `${name}_${number}`;
    used.add(free);
  }
  return [...used];
}

function wrapUrl(
  { name, members }: ServerEntry,
  { urlKey }: ClientFile,
  [program, ...before]: readonly [string, ...string[]],
): Edits {
  const url = urlKey === undefined ? undefined : members.get(urlKey);
  const type = members.get("type")?.value;
  if (url === undefined)
    return { because: "it has no command and no address of a kind that can be used" };
  if (typeof url.value.value !== "string") return { because: "its address is not a text" };
  if ((type !== undefined && type.value !== "http") || /\/sse\/?$/.test(url.value.value))
    return { because: "only streamable HTTP is possible, not SSE" };
  const headers = members.get("headers");
  if (headers && members.has("env")) return { because: "it has both headers and env" };
  const names = [...membersOf(headers?.value)];
  const variables = variablesOf(names.map(([header]) => header));
  const words = [
    ...[...before, "gateway", "--name", name, "--url", url.value.value],
    ...names.flatMap(([header], index) => ["--header-env", `${header}=${variables[index]}`]),
  ];
  return [
    { ...span(url.key), text: '"command"' },
    { ...span(url.value), text: `${JSON.stringify(program)}, "args": [${inJson(words)}]` },
    ...(type === undefined ? [] : [{ ...span(type), text: '"stdio"' }]),
    ...(headers === undefined ? [] : [{ ...span(headers.key), text: '"env"' }]),
    ...names.map(([, { key }], index) => ({
      ...span(key),
      text: JSON.stringify(variables[index]),
    })),
  ];
}

function unwrapUrl({ members, words = [] }: ServerEntry, { urlKey }: ClientFile): Edits {
  const command = members.get("command");
  const args = members.get("args")?.value;
  const url = words[words.indexOf("--url") + 1];
  if (!command || !args || urlKey === undefined || url === undefined || !words.includes("--url"))
    return { because: "it has no address after --url" };
  const type = members.get("type")?.value;
  const env = members.get("env");
  const headers = words.flatMap((word, index) =>
    words[index - 1] === "--header-env" ? [word.split("=")] : [],
  );
  const variables = membersOf(env?.value);
  if (new Set(headers.map(([, variable]) => variable)).size < headers.length)
    return { because: "two of its headers use the same variable" };
  if (words.includes("--header")) return { because: "it has a header in its arguments" };
  if (headers.length > 0 && variables.size > headers.length)
    return { because: "its env has variables that are not headers" };
  const renamed = headers.flatMap(([header = "", variable = ""]) => {
    const found = variables.get(variable);
    return found ? [{ ...span(found.key), text: JSON.stringify(header) }] : [];
  });
  if (renamed.length < headers.length)
    return { because: "its env does not have the value of every header" };
  return [
    { ...span(command.key), text: JSON.stringify(urlKey) },
    { from: span(command.value).from, to: span(args).to, text: JSON.stringify(url) },
    ...(type === undefined ? [] : [{ ...span(type), text: '"http"' }]),
    ...(env && renamed.length > 0 ? [{ ...span(env.key), text: '"headers"' }] : []),
    ...renamed,
  ];
}
