import { readMembers } from "./json-members.ts";

export type JsonEdit =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/**
 * Sets one value in the text of a JSON object and leaves every other byte unchanged, including comments.
 * `change` gets the current value; missing parent objects are created.
 */
export function setJsonValue(
  source: string,
  path: readonly [string, ...string[]],
  change: (current: unknown) => unknown,
): JsonEdit {
  const unit = /\n([ \t]+)"/.exec(source)?.[1] ?? "  ";
  const set = (offset: number, depth: number): JsonEdit => {
    const object = readMembers(source, offset);
    const where = path.slice(0, depth).join(".") || "the file";
    if (object === undefined) return { ok: false, problem: `${where} is not a JSON object` };
    const key = path[depth] ?? "";
    const rest = path.slice(depth + 1);
    // Of several members with the same name, the last one applies.
    const member = object.members.findLast((one) => one.key === key);
    const layout = (value: unknown) =>
      JSON.stringify(value, null, unit).replaceAll("\n", `\n${unit.repeat(depth + 1)}`);
    if (member === undefined) {
      const last = object.members.at(-1);
      const value = rest.reduceRight<unknown>(
        (inner, name) => ({ [name]: inner }),
        change(undefined),
      );
      const line = `\n${unit.repeat(depth + 1)}${JSON.stringify(key)}: ${layout(value)}`;
      // After the last member, before whatever comment follows it.
      if (last !== undefined) return done(last.end, last.end, `,${line}`);
      return done(object.close, object.close, `${line}\n${unit.repeat(depth)}`);
    }
    if (rest.length > 0) return set(member.start, depth + 1);
    const current = parse(source.slice(member.start, member.end));
    if (current === undefined)
      return {
        ok: false,
        problem: `${path.join(".")} is not plain JSON: it contains comments or errors`,
      };
    return done(member.start, member.end, layout(change(current.value)));
  };
  const done = (start: number, end: number, inserted: string): JsonEdit => ({
    ok: true,
    text: source.slice(0, start) + inserted + source.slice(end),
  });
  return set(0, 0);
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
