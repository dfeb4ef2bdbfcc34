import { nearestName } from "@snaphook/engine/internal";
import { splitRules } from "@snaphook/engine/rules";
import { isPermissionMode, permissionModes } from "../permissions/permissions.ts";
import { textOf } from "../read-front-matter.ts";
import type { AgentDefinition } from "./agent-definition.ts";

type Fields = Pick<
  AgentDefinition,
  "tools" | "disallowedTools" | "model" | "permissionMode" | "maxTurns" | "background" | "skills"
>;

interface ReadFields {
  readonly fields: Fields;
  /** What its author should know; each continues a sentence that begins with the agent's file or name. */
  readonly problems: readonly string[];
}

/** Keys that are read elsewhere, or only matter to a terminal. */
const otherKeys = ["name", "description", "prompt", "hooks", "color"];
/** Keys of Claude Code that this agent does not act on. */
const unsupported = ["effort", "initialPrompt", "isolation", "mcpServers", "memory"];

/** Reads the settings of an agent, from front matter or JSON. A bad value is reported and ignored. */
export function readAgentFields(values: Readonly<Record<string, unknown>>): ReadFields {
  const problems: string[] = [];
  const read = <Value>(
    key: string,
    parse: (value: unknown) => Value | undefined,
    right: string,
  ) => {
    const value = values[key];
    if (value === undefined || value === null) return {};
    const parsed = parse(value);
    if (parsed !== undefined) return { [key]: parsed } as Record<string, Value>;
    problems.push(`${key} is ignored: found ${JSON.stringify(value)}, expected ${right}`);
    return {};
  };
  const names = 'a list such as "Read, Bash"';
  const fields: Fields = {
    ...unlessAll(read("tools", namesOf, names)),
    ...read("disallowedTools", namesOf, names),
    ...read("skills", namesOf, names),
    ...unlessInherited(read("model", textOf, "the name of a model, or inherit")),
    ...read("permissionMode", modeOf, `one of ${permissionModes.join(", ")}`),
    ...read("maxTurns", countOf, "a whole number of at least 1"),
    ...read("background", flagOf, "true or false"),
  };
  return { fields: withoutBypass(fields, problems), problems: [...problems, ...odd(values)] };
}

/** A file must not lift all questions that the session asks. */
function withoutBypass({ permissionMode, ...rest }: Fields, problems: string[]): Fields {
  if (permissionMode === undefined) return rest;
  if (permissionMode !== "bypassPermissions") return { ...rest, permissionMode };
  problems.push(
    "permissionMode bypassPermissions is ignored: only the session as a whole can have it (--permission-mode bypassPermissions)",
  );
  return rest;
}

const namesOf = (value: unknown): readonly string[] | undefined => {
  const list = typeof value === "string" ? splitRules([value]) : value;
  return Array.isArray(list) && list.every((name) => typeof name === "string")
    ? // A rule such as `Bash(git:*)` limits nothing here; the tool is meant.
      list.map((name: string) => name.replace(/\(.*$/s, "").trim())
    : undefined;
};

const unlessAll = (given: { readonly tools?: readonly string[] }) =>
  given.tools?.includes("*") ? {} : given;

const unlessInherited = (given: { readonly model?: string }) =>
  given.model === "inherit" ? {} : given;

const modeOf = (value: unknown) => (isPermissionMode(value) ? value : undefined);
const flagOf = (value: unknown) => (typeof value === "boolean" ? value : undefined);
const countOf = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : undefined;

const fieldKeys: Readonly<Record<keyof Fields, true>> = {
  tools: true,
  disallowedTools: true,
  model: true,
  permissionMode: true,
  maxTurns: true,
  background: true,
  skills: true,
};

function odd(values: Readonly<Record<string, unknown>>): readonly string[] {
  const known = [...Object.keys(fieldKeys), ...otherKeys, ...unsupported];
  return Object.keys(values).flatMap((key) => {
    if (unsupported.includes(key)) return [`${key} has no effect here`];
    const nearest = known.includes(key) ? undefined : nearestName(key, known);
    return nearest === undefined ? [] : [`there is no key ${key}; did you mean ${nearest}?`];
  });
}
