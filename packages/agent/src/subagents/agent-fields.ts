import { isNote, nearestName } from "@snaphook/engine/internal";
import { splitRules, unknownTool } from "@snaphook/engine/rules";
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
    ...unlessAll(read("tools", toolsOf("tools", "offers", problems), names)),
    ...read("disallowedTools", toolsOf("disallowedTools", "removes", problems), names),
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
    ? list.map((name: string) => name.trim())
    : undefined;
};

/** Names of tools. A rule such as `Bash(git:*)` stands for the whole tool, and is reported. */
const toolsOf =
  (key: string, does: string, problems: string[]) =>
  (value: unknown): readonly string[] | undefined =>
    namesOf(value)?.map((written) => {
      const name = written.replace(/\(.*$/s, "").trim();
      const unknown = name === "*" ? undefined : unknownTool(name);
      if (unknown) problems.push(`${key}: ${unknown.message}; ${unknown.advice}`);
      else if (name !== written)
        problems.push(
          `${key}: ${written} ${does} ${name} altogether, because patterns have no effect here; for single calls write permission rules in settings`,
        );
      return name;
    });

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

/** What keys are called elsewhere, such as in commands. */
const otherNames: Readonly<Record<string, string>> = {
  allowedTools: "tools",
  "allowed-tools": "tools",
  "disallowed-tools": "disallowedTools",
};

/** Keys without effect. */
function odd(values: Readonly<Record<string, unknown>>): readonly string[] {
  const known = [...Object.keys(fieldKeys), ...otherKeys];
  return Object.keys(values).flatMap((key) => {
    if (unsupported.includes(key)) return [`${key} has no effect here`];
    if (known.includes(key) || isNote(key)) return [];
    const nearest = otherNames[key] ?? nearestName(key, known);
    const hint = nearest === undefined ? `known: ${known.join(", ")}` : `did you mean ${nearest}?`;
    return [`there is no key ${key}, so it has no effect; ${hint}`];
  });
}
