import { parseSync } from "@swc/core";

/** The texts that a file gives to its tests as names. */
export interface TestTitles {
  /** Of tests and the groups they are in, as written. */
  readonly titles: readonly string[];
  /** In tables of cases, from which titles with a placeholder take their words. */
  readonly cells: readonly string[];
}

/** A node of a syntax tree. */
interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/**
 * Reads the names of tests from a file without running it.
 *
 * 1. The title of `it`, `test` and `describe`, also behind `.each(…)`, `.runIf(…)` and the like.
 * 2. The texts in the table of `.each(…)`, written there or as a constant of the file.
 * 3. The texts given to a helper called `test…`, which makes tests of a table itself.
 */
export function readTestTitles(source: string): TestTitles {
  const titles: string[] = [];
  const cells: string[] = [];
  const module = parseSync(source, { syntax: "typescript" }) as unknown as Node;
  const constants = constantsOf(module);
  const textsOf = (table: unknown): readonly string[] =>
    isNode(table) && table.type === "Identifier"
      ? stringsIn(constants.get(String(table.value)))
      : stringsIn(table);
  visit(module, (node) => {
    if (node.type !== "CallExpression") return;
    const { name, tables } = calleeOf(node["callee"]);
    const given = argumentsOf(node);
    if (/^test[A-Z]/.test(name)) cells.push(...given.flatMap(textsOf));
    const [title] = given;
    if (!/^(?:it|test|describe)$/.test(name) || !isText(title)) return;
    titles.push(stringsIn(title).join("…"));
    cells.push(...tables.flatMap(textsOf));
  });
  return { titles, cells };
}

/** The name at the root of what is called, and the tables that `.each` was given on the way. */
function calleeOf(callee: unknown): { readonly name: string; readonly tables: readonly unknown[] } {
  if (!isNode(callee)) return { name: "", tables: [] };
  if (callee.type === "Identifier") return { name: String(callee.value), tables: [] };
  if (callee.type === "MemberExpression") return calleeOf(callee["object"]);
  if (callee.type !== "CallExpression") return { name: "", tables: [] };
  const { name, tables } = calleeOf(callee["callee"]);
  return { name, tables: [...tables, ...argumentsOf(callee)] };
}

const argumentsOf = (call: Node): readonly unknown[] =>
  (call["arguments"] as readonly { readonly expression: unknown }[]).map(
    ({ expression }) => expression,
  );

const isText = (value: unknown): boolean =>
  isNode(value) && (value.type === "StringLiteral" || value.type === "TemplateLiteral");

function constantsOf(module: Node): ReadonlyMap<string, unknown> {
  const constants = new Map<string, unknown>();
  visit(module, (node) => {
    const { id } = node;
    if (node.type === "VariableDeclarator" && isNode(id))
      constants.set(String(id.value), node["init"]);
  });
  return constants;
}

/** Every text that is written below a node; of a template its fixed parts. */
function stringsIn(node: unknown): readonly string[] {
  const found: string[] = [];
  visit(node, ({ type, value, raw }) => {
    if (type === "StringLiteral") found.push(String(value));
    if (type === "TemplateElement") found.push(String(raw));
  });
  return found;
}

function visit(node: unknown, onNode: (node: Node) => void): void {
  if (!isNode(node)) return;
  onNode(node);
  for (const child of Object.values(node)) visit(child, onNode);
}
