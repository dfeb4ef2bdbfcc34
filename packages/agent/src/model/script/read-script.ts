import { isObject, readNamedFile, troubleOf } from "@snaphook/engine/internal";
import { errorText } from "../../error-text.ts";
import type { Purpose } from "../model.ts";
import { ModelUsageError } from "../model-usage-error.ts";
import { checkTurn, type Place, type Report, shortText } from "./check-turn.ts";
import type { Script, ScriptTurn } from "./script.ts";

const purposes: Readonly<Record<Purpose, true>> = {
  main: true,
  subagent: true,
  compact: true,
  "hook-prompt": true,
  "hook-agent": true,
  side: true,
};
const known = [...Object.keys(purposes), "agents", "after"];

/** Reads a script, or rejects with what is wrong in it, where, and what would be right. */
export async function readScript(file: string): Promise<Script> {
  const text = textOf(file);
  const value = await parse(file, text);
  const problems: { readonly place: Place; readonly text: string }[] = [];
  const script = scriptOf(value, (place, what) => problems.push({ place, text: what }));
  const [problem] = problems;
  if (problem === undefined) return script;
  const where = whereIn(file, await lineOf(text, problem.place));
  throw new ModelUsageError(`${where}: ${nameOf(problem.place)}${problem.text}`);
}

function textOf(file: string): string {
  try {
    return readNamedFile(file);
  } catch (error) {
    throw new ModelUsageError(
      `${file}: the script cannot be read (${troubleOf(error).message}); script: needs the path of a JSON file`,
    );
  }
}

async function parse(file: string, text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ModelUsageError(
      `${whereIn(file, await brokenLine(text))}: not JSON: ${errorText(error)}; ${right}`,
    );
  }
}

const whereIn = (file: string, line: number | undefined) =>
  line === undefined ? file : `${file}:${line}`;

const right =
  'a script is a list of turns, each a list of strings and {"tool": "Bash", "input": {"command": "ls"}}';

function scriptOf(value: unknown, report: Report): Script {
  if (Array.isArray(value))
    return { lists: { main: turnsOf(value, [], report) }, agents: {}, after: undefined };
  if (!isObject(value)) {
    report([], `found ${shortText(value)}; ${right}`);
    return { lists: {}, agents: {}, after: undefined };
  }
  const { after, agents = {}, ...lists } = value;
  if (after !== undefined && typeof after !== "string")
    report(["after"], `found ${shortText(after)}, expected a string`);
  for (const key of Object.keys(lists))
    if (!known.includes(key))
      report([key], `is not a key of a script; the keys are ${known.join(", ")}`);
  if (!isObject(agents))
    report(["agents"], `found ${shortText(agents)}, expected lists of turns by agent`);
  return {
    lists: listsOf(lists, [], report),
    agents: isObject(agents) ? listsOf(agents, ["agents"], report) : {},
    after: typeof after === "string" ? after : undefined,
  };
}

const listsOf = (lists: Readonly<Record<string, unknown>>, place: Place, report: Report) =>
  Object.fromEntries(
    Object.entries(lists).map(([name, turns]) => [name, turnsOf(turns, [...place, name], report)]),
  );

function turnsOf(value: unknown, place: Place, report: Report): readonly ScriptTurn[] {
  if (Array.isArray(value))
    return value.map((turn, index) => checkTurn(turn, [...place, index], report));
  report(place, `found ${shortText(value)}, expected a list of turns`);
  return [];
}

function nameOf(place: Place): string {
  const name = place.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
  return name === "" ? "" : `${name.replace(/^\./, "")}: `;
}

/** The line of a value. */
async function lineOf(text: string, place: Place): Promise<number | undefined> {
  const { document, lines, isNode } = await positions(text);
  const node = document.getIn(place, true);
  const start = isNode(node) ? node.range?.[0] : undefined;
  return start === undefined ? undefined : lines.linePos(start).line;
}

/** The line on which a text stops being JSON, if it can be found. */
async function brokenLine(text: string): Promise<number | undefined> {
  const { document } = await positions(text);
  return document.errors[0]?.linePos?.[0].line;
}

/** Read by a parser that keeps positions, which knows JSON as a kind of YAML. */
async function positions(text: string) {
  const { isNode, LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  return { document: parseDocument(text, { lineCounter: lines, schema: "json" }), lines, isNode };
}
