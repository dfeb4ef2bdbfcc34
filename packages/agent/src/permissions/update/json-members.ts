/** A member of an object in JSON text, comments allowed: the position of its value. */
interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** The members of the object that begins at an offset, and where it ends. */
export interface JsonObject {
  readonly members: readonly JsonMember[];
  /** Offset of its closing brace. */
  readonly close: number;
}

const blank = /(?:[\s\uFEFF]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const text = /"(?:[^"\\\n]|\\.)*"/y;
const scalar = /[-+.\w]+/y;

/** Finds the members of an object without changing a byte; undefined if the text is not an object. */
export function readMembers(source: string, offset = 0): JsonObject | undefined {
  const members: JsonMember[] = [];
  let at = skip(source, offset);
  if (source[at] !== "{") return undefined;
  at = skip(source, at + 1);
  let hasComma = true;
  while (source[at] !== "}") {
    if (!hasComma) return undefined;
    const member = readMember(source, at);
    if (member === undefined) return undefined;
    members.push(member);
    at = skip(source, member.end);
    hasComma = source[at] === ",";
    if (hasComma) at = skip(source, at + 1);
  }
  return { members, close: at };
}

const skip = (source: string, at: number): number => matchEnd(blank, source, at) ?? at;

function matchEnd(expression: RegExp, source: string, at: number): number | undefined {
  expression.lastIndex = at;
  return expression.test(source) ? expression.lastIndex : undefined;
}

function readMember(source: string, at: number): JsonMember | undefined {
  const keyEnd = matchEnd(text, source, at);
  if (keyEnd === undefined) return undefined;
  const colon = skip(source, keyEnd);
  if (source[colon] !== ":") return undefined;
  const start = skip(source, colon + 1);
  const end = valueEnd(source, start);
  const key = readText(source.slice(at, keyEnd));
  return end === undefined || key === undefined ? undefined : { key, start, end };
}

function readText(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}

const closers: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Where a value ends; brackets are tracked in a list, so that any depth is read without recursion. */
function valueEnd(source: string, start: number): number | undefined {
  const open: string[] = [];
  let at = start;
  do {
    const character = source[skip(source, at)] ?? "";
    const next = tokenEnd(source, skip(source, at));
    if (next === undefined) return undefined;
    const closer = closers[character];
    if (closer !== undefined) open.push(closer);
    else if (/[}\]]/.test(character) && open.pop() !== character) return undefined;
    else if (/[,:]/.test(character) && open.length === 0) return undefined;
    at = next;
  } while (open.length > 0);
  return at;
}

function tokenEnd(source: string, at: number): number | undefined {
  if (/[{}[\],:]/.test(source[at] ?? "")) return at + 1;
  return matchEnd(text, source, at) ?? matchEnd(scalar, source, at);
}
