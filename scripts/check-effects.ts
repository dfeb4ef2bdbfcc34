// Fails if the agent could drop an outcome: only effects/ fires hooks or reads the action of an outcome, and no code
// fires an event without using the step that comes back.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";

interface Node {
  readonly type: string;
  readonly span: { readonly start: number };
  readonly [field: string]: unknown;
}

/** Properties that only effects/ may use. */
const guarded: Readonly<Record<string, string>> = {
  fire: "fires hooks without dispatch(), so the outcome can be ignored",
  action: "reads the action of an outcome; take the step that dispatch() answers with",
};
/** Other methods of hooks that fire events; objects that are not hooks have methods with these names too. */
const firingMethods = ["tool", "decide", "run"];
const dispatchers = ["dispatch", "dispatchCall"];

const root = join(import.meta.dirname, "..");
const files = globSync("packages/agent/src/**/*.ts", { cwd: root }).filter(
  // The timeline prints outcomes.
  (file) => !/(^|\/)(effects|testing|timeline)\/|\.test\.ts$|\/testing\.ts$/.test(file),
);
if (files.length === 0) throw new Error("found no sources of the agent");

for (const file of files) {
  const text = readFileSync(join(root, file));
  visit(parseSync(text.toString(), { syntax: "typescript" }) as unknown as Node, (node) => {
    const fault = faultOf(node);
    if (fault === undefined) return;
    // Positions count bytes from 1.
    const line = text
      .subarray(0, node.span.start - 1)
      .toString()
      .split("\n").length;
    console.error(`${file}:${line}: ${fault}`);
    process.exitCode = 1;
  });
}

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, look);
  if (!isNode(value)) {
    // Arguments of a call are wrapped in objects that are no nodes.
    if (value && typeof value === "object" && "expression" in value) visit(value.expression, look);
    return;
  }
  look(value);
  for (const child of Object.values(value)) if (typeof child === "object") visit(child, look);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "span" in value;
}

function faultOf(node: Node): string | undefined {
  const names = [readProperty(node), ...boundProperties(node)];
  const guardedName = names.find((name) => name !== undefined && Object.hasOwn(guarded, name));
  if (guardedName !== undefined) return guarded[guardedName];
  if (firingMethods.includes(readProperty(node) ?? "") && isHooks(node["object"]))
    return guarded["fire"];
  if (node.type !== "ExpressionStatement") return undefined;
  const dropped = calledMethod(awaited(node["expression"]));
  return dropped !== undefined && dispatchers.includes(dropped)
    ? `drops the step that ${dropped}() answers with`
    : undefined;
}

/** `x.name` and `x["name"]`. */
function readProperty({ type, property }: Node): string | undefined {
  if (type !== "MemberExpression" || !isNode(property)) return undefined;
  const named = property.type === "Computed" ? property["expression"] : property;
  return isNode(named) && typeof named["value"] === "string" ? named["value"] : undefined;
}

/** The names in `const { name, name: other } = x` and in parameters like that. */
function boundProperties({ type, properties }: Node): readonly (string | undefined)[] {
  if (type !== "ObjectPattern" || !Array.isArray(properties)) return [];
  return properties.map(({ key }) =>
    isNode(key) && typeof key["value"] === "string" ? key["value"] : undefined,
  );
}

/** The method or function that a call names. */
function calledMethod(node: unknown): string | undefined {
  if (!isNode(node) || node.type !== "CallExpression" || !isNode(node["callee"])) return undefined;
  const { callee } = node;
  return callee.type === "Identifier" ? String(callee["value"]) : readProperty(callee);
}

/** `hooks`, `agent.hooks`, `hooks()`, `sessionHooks` … */
function isHooks(node: unknown): boolean {
  if (!isNode(node)) return false;
  const name = calledMethod(node) ?? readProperty(node) ?? node["value"];
  return typeof name === "string" && /hooks$/i.test(name);
}

/** What a statement comes to, without what is around it: `await`, `void`, parentheses, `.catch(…)`, `.finally(…)`. */
function awaited(node: unknown): unknown {
  if (!isNode(node)) return node;
  if (node.type === "AwaitExpression" || node.type === "UnaryExpression")
    return awaited(node["argument"]);
  if (node.type === "ParenthesisExpression") return awaited(node["expression"]);
  const method = calledMethod(node);
  const { callee } = node;
  return (method === "catch" || method === "finally") && isNode(callee)
    ? awaited(callee["object"])
    : node;
}
