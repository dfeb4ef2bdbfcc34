import { isDeepStrictEqual } from "node:util";
import type { Diagnostic } from "@snaphook/engine";
import {
  isObject,
  type JsonDocument,
  type JsonPath,
  nearestName,
  readJson,
  readNamedFile,
  readYaml,
  troubleOf,
} from "@snaphook/engine/internal";
import {
  brand,
  type FixtureHead,
  fixtureHead,
  type GuardTable,
  guardTable,
  type HookTest,
  hookTest,
  type Schema,
  unknownKeysMessage,
} from "@snaphook/protocol";

type Place = Diagnostic["place"];

/** A valid test or table, and where it is. */
export interface Placed<T> {
  readonly value: T;
  readonly place: Place;
  /** The place of something inside it. */
  inside(path: JsonPath): Place;
}

/** A fixture. Parts that are not valid are left out, each with a diagnostic. */
export interface Fixture {
  readonly file: string;
  readonly head: Omit<FixtureHead, "tests" | "guards">;
  readonly tests: readonly Placed<HookTest>[];
  readonly guards: readonly Placed<GuardTable>[];
  readonly problems: readonly Diagnostic[];
}

/** Reads a fixture. Never throws for what the file contains. */
export async function readFixture(file: string): Promise<Fixture> {
  const none = { file, head: {}, tests: [], guards: [] };
  const at: Place = { file, line: 1, column: 1, path: "" };
  let text: string;
  try {
    text = readNamedFile(file);
  } catch (error) {
    const { message, advice } = troubleOf(error);
    return { ...none, problems: [problem(at, `the fixture cannot be read: ${message}`, advice)] };
  }
  const read = file.endsWith(".json") ? readJson(file, text) : await readYaml(file, text, 0);
  if (!read.ok)
    return {
      ...none,
      problems: [problem(read.place, read.message, "fix it; no test of this file runs until then")],
    };
  return checkFixture(read.document);
}

function checkFixture(document: JsonDocument): Fixture {
  const problems: Diagnostic[] = document.oddities.filter(({ level }) => level === "error");
  const head = checkPart(document, [], fixtureHead, problems);
  const list = <T>(key: "tests" | "guards", schema: Schema<T>): readonly Placed<T>[] => {
    const found = isObject(document.value) ? document.value[key] : undefined;
    if (found === undefined) return [];
    if (Array.isArray(found))
      return found.flatMap((_, index) => {
        const value = checkPart(document, [key, index], schema, problems);
        if (value === undefined) return [];
        const inside = (path: JsonPath) => document.place([key, index, ...path]);
        return [{ value, place: inside([]), inside }];
      });
    problems.push(
      problem(document.place([key]), `${key} must be a list`, 'start each entry with "- "'),
    );
    return [];
  };
  const tests = list("tests", hookTest);
  const guards = list("guards", guardTable);
  const isEmpty = (key: string, value: object) =>
    !(key in value) || isDeepStrictEqual(Reflect.get(value, key), []);
  const { value } = document;
  if (isObject(value) && isEmpty("tests", value) && isEmpty("guards", value))
    problems.push(
      problem(document.place([]), "the fixture has no tests", "add a list of tests, or of guards"),
    );
  // A fixture with a broken head could test the wrong project, so none of its tests runs.
  if (head === undefined) return { file: document.file, head: {}, tests: [], guards: [], problems };
  return { file: document.file, head, tests: named(tests, problems), guards, problems };
}

/** Two tests of the same name cannot be told apart in a report or a snapshot. */
function named(
  tests: readonly Placed<HookTest>[],
  problems: Diagnostic[],
): readonly Placed<HookTest>[] {
  const seen = new Set<string>();
  return tests.filter(({ value: { name, expect, snapshot }, place }) => {
    if (seen.has(name)) {
      problems.push(
        problem(
          place,
          `another test has the name ${JSON.stringify(name)}`,
          "give each test its own name",
        ),
      );
      return false;
    }
    seen.add(name);
    if (snapshot || Object.keys(expect ?? {}).length > 0) return true;
    problems.push(
      problem(
        place,
        `the test ${JSON.stringify(name)} expects nothing, so it cannot fail`,
        "add expect, or snapshot: true",
      ),
    );
    return false;
  });
}

/** The part at a path, if it is valid. */
function checkPart<T>(
  document: JsonDocument,
  path: JsonPath,
  schema: Schema<T>,
  problems: Diagnostic[],
): T | undefined {
  const value = path.reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown>)[key],
    document.value,
  );
  const unknown = unknownKeys(value, schema.toJsonSchema(), path);
  for (const { path: where, known } of unknown) {
    const key = String(where.at(-1));
    const nearest = nearestName(key, known);
    const advice =
      nearest === undefined ? `known keys: ${known.join(", ")}` : `did you mean "${nearest}"?`;
    problems.push(problem(document.keyPlace(where), `unknown key "${key}"`, advice));
  }
  const parsed = schema.parse(value);
  if (parsed.ok) return parsed.value;
  for (const { keys, message } of parsed.problems) {
    if (unknown.length > 0 && message === unknownKeysMessage) continue;
    const where = [...path, ...keys];
    const label = where.length === 0 ? "the fixture" : String(where.at(-1));
    problems.push(problem(document.place(where), `${label} ${message}`, seeSchema));
  }
  return undefined;
}

const seeSchema = `${brand.command} schema hooktest lists every key with its meaning`;

/** Keys that a JSON Schema does not have, at any depth. */
function unknownKeys(
  value: unknown,
  schema: Readonly<Record<string, unknown>>,
  path: JsonPath,
): readonly { readonly path: JsonPath; readonly known: readonly string[] }[] {
  const properties = schema["properties"];
  if (!isObject(value) || !isObject(properties)) return [];
  const known = Object.keys(properties);
  return Object.entries(value).flatMap(([key, inner]) => {
    const below = properties[key];
    if (!Object.hasOwn(properties, key)) return [{ path: [...path, key], known }];
    return isObject(below) ? unknownKeys(inner, below, [...path, key]) : [];
  });
}

const problem = (place: Place, message: string, advice: string): Diagnostic => ({
  code: "bad-fixture",
  level: "error",
  place,
  message,
  advice,
});
