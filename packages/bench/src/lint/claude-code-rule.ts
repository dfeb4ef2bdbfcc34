import type { Diagnostic } from "@snaphook/engine";
import type { Scope } from "@snaphook/engine/internal";
import type { LintRule } from "./lint-subject.ts";

/** Mistakes for which Claude Code silently ignores the whole file, including its permission rules. */
const dropsFile: ReadonlySet<string> = new Set([
  "bad-field",
  "code-handler-in-file",
  "event-not-a-list",
  "flat-group",
  "group-not-an-object",
  "group-without-event",
  "group-without-hooks",
  "handler-not-an-object",
  "hooks-as-list",
  "hooks-not-an-object",
  "matcher-not-a-string",
  "relaxed-json",
  "required-field",
  "unknown-handler-type",
]);

/** Fields that Claude Code does not know, so it accepts any value. */
const ours = /\.(?:prewarm|sequential)\b/;

/** Front matter is read in another way. */
const settingsScopes: ReadonlySet<Scope> = new Set([
  "managed",
  "user",
  "project",
  "local",
  "settings-flag",
  "plugin",
]);

/** C5: here a bad entry only disables itself; the author should know that in Claude Code it disables the file. */
export const claudeCodeIgnoresFile: LintRule = ({ snapshot }) => {
  const read = new Set(
    snapshot.files
      .filter(({ state, scope }) => state === "loaded" && settingsScopes.has(scope))
      .map(({ file }) => file),
  );
  const reasons = snapshot.diagnostics.filter(
    ({ code, place }) => read.has(place.file) && dropsFile.has(code) && !ours.test(place.path),
  );
  const badRules = snapshot.settings
    .filter(({ file, values }) => read.has(file) && !hasGoodPermissions(values))
    .map(({ file }) => ({ file, line: 1, column: 1, path: "permissions" }));
  const places = [...reasons.map(({ place }) => place), ...badRules];
  return [...Map.groupBy(places, ({ file }) => file).values()].map(finding);
};

function finding(places: readonly Diagnostic["place"][]): Diagnostic {
  const [first] = places as readonly [Diagnostic["place"]];
  const paths = new Set(places.map(({ path }) => path));
  const entries = [...paths].filter((path) => !isBelowAny(path, paths));
  return {
    code: "claude-code-ignores-file",
    level: "warning",
    place: first,
    message: `Claude Code silently ignores this whole file, because of ${entries.map((path) => path || "comments or commas").join(", ")}`,
    advice: "fix them if Claude Code uses this file too; here, the rest of the file still works",
  };
}

/** Whether a path is inside an entry that is already listed. */
const isBelowAny = (path: string, others: ReadonlySet<string>): boolean =>
  [...others].some(
    (other) => other !== "" && (path.startsWith(`${other}.`) || path.startsWith(`${other}[`)),
  );

/** If `permissions` is not made of lists of strings, Claude Code ignores the hooks in the same file too. */
function hasGoodPermissions({ permissions }: Readonly<Record<string, unknown>>): boolean {
  if (permissions === undefined) return true;
  if (typeof permissions !== "object" || permissions === null) return false;
  return ["allow", "ask", "deny"].every((key) => {
    const rules: unknown = Reflect.get(permissions, key);
    return rules === undefined || (Array.isArray(rules) && rules.every(isText));
  });
}

const isText = (value: unknown): boolean => typeof value === "string";
