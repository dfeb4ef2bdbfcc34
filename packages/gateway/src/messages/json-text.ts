/** A member of an object in a JSON text; `end` is after its value. */
export interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The members of the object that begins at `start`. The text must be valid JSON.
 *
 * Messages are changed as texts, not as values: what no hook changes keeps its bytes, also numbers that JavaScript
 * cannot hold.
 */
export function membersOf(text: string, start = 0): readonly Member[] {
  const members: Member[] = [];
  let at = skipSpace(text, skipSpace(text, start) + 1);
  while (text[at] === '"') {
    const keyStart = at;
    const keyEnd = skipString(text, at);
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, valueStart);
    const key: string = JSON.parse(text.slice(keyStart, keyEnd));
    members.push({ key, keyStart, start: valueStart, end });
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return members;
}

/** The texts of the elements of the list that the text is. */
export function elementsOf(text: string): readonly string[] {
  const elements: string[] = [];
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (at < text.length && text[at] !== "]") {
    const end = skipValue(text, at);
    elements.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return elements;
}

/** The text of a value below the root object, such as `params.arguments`; of a repeated key the last. */
export function spanAt(text: string, path: readonly string[]): Member | undefined {
  let found: Member | undefined;
  for (const key of path) {
    const start = found === undefined ? skipSpace(text, 0) : found.start;
    if (text[start] !== "{") return undefined;
    found = membersOf(text, start).findLast((member) => member.key === key);
    if (found === undefined) return undefined;
  }
  return found;
}

/** The text with another value at the path; the object above it must exist. `undefined` removes the member. */
export function withValue(
  text: string,
  path: readonly [...string[], string],
  value: unknown,
): string {
  const found = spanAt(text, path);
  if (value === undefined) return found === undefined ? text : withoutMember(text, found);
  const json = JSON.stringify(value);
  if (found !== undefined) return text.slice(0, found.start) + json + text.slice(found.end);
  const above = path.slice(0, -1);
  const start = above.length === 0 ? skipSpace(text, 0) : (spanAt(text, above)?.start ?? 0);
  const separator = membersOf(text, start).length > 0 ? "," : "";
  const member = `${JSON.stringify(path.at(-1))}:${json}${separator}`;
  return text.slice(0, start + 1) + member + text.slice(start + 1);
}

function withoutMember(text: string, { keyStart, end }: Member): string {
  const next = skipSpace(text, end);
  if (text[next] === ",") return text.slice(0, keyStart) + text.slice(skipSpace(text, next + 1));
  const before = text.slice(0, keyStart).trimEnd();
  return (before.endsWith(",") ? before.slice(0, -1) : before) + text.slice(end);
}

/**
 * Whether a key is repeated anywhere. Parsers disagree about which of two equal keys counts, so hooks could judge
 * another call than the server runs.
 */
export function hasRepeatedKey(text: string, value: unknown): boolean {
  let colons = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = skipString(text, at) - 1;
    else if (code === colon) colons += 1;
  }
  return colons !== countKeys(value);
}

function countKeys(value: unknown): number {
  let count = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const one = rest.pop();
    if (typeof one !== "object" || one === null) continue;
    const below = Object.values(one);
    if (!Array.isArray(one)) count += below.length;
    for (const child of below) if (typeof child === "object") rest.push(child);
  }
  return count;
}

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (" \t\r\n".includes(text[at] ?? "x")) at += 1;
  return at;
}

/** The position after a string that begins at `start`. */
function skipString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

/** The position after a value that begins at `start`. */
function skipValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return skipString(text, start);
  if (first === "{" || first === "[") return skipNested(text, start);
  const end = /[,\]}\s]/g;
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
}

function skipNested(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = skipString(text, at) - 1;
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
