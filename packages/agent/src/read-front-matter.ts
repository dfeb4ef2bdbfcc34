import { isObject, yamlProblem } from "@snaphook/engine/internal";

/** More than any front matter needs; YAML takes long to parse. */
const maxLength = 64 * 1024;

interface FrontMatter {
  readonly values: Readonly<Record<string, unknown>>;
  /** What its author should know. */
  readonly problems: readonly string[];
}

export const emptyFrontMatter: FrontMatter = { values: {}, problems: [] };

/** The values of front matter. One that is not YAML is reported, and the lines of these keys are read as texts. */
export async function readFrontMatter(
  front: string,
  keys: readonly string[],
  notYaml?: RegExp,
): Promise<FrontMatter> {
  const { parse } = await import("yaml");
  try {
    if (front.length > maxLength) throw new Error("it is longer than 64 KB");
    const yaml = notYaml === undefined ? front : front.replace(notYaml, "");
    const values: unknown = parse(yaml, { maxAliasCount: 0 });
    return isObject(values) ? { values: { ...values }, problems: [] } : emptyFrontMatter;
  } catch (error) {
    const reason = yamlProblem(error);
    return {
      values: Object.fromEntries(
        keys.map((key) => [key, lineOf(front, new RegExp(`^${key}[ \\t]*:[ \\t]*(.*)$`, "m"))]),
      ),
      problems: [`the front matter is not valid YAML and was read line by line: ${reason}`],
    };
  }
}

/** The value on a line, without its quotation marks. */
export function lineOf(front: string, line: RegExp): string | undefined {
  const value = line.exec(front.slice(0, maxLength))?.[1]?.trim();
  const unquoted = /^(["'])(.*)\1$/.exec(value ?? "")?.[2] ?? value;
  return unquoted === "" ? undefined : unquoted;
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
