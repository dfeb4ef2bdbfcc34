import { homedir } from "node:os";

/** A hook as trust sees it: its definition, its place and the folder it belongs to. */
export interface TrustSubject {
  /** C8; covers scope, root, event, matcher and handler. */
  readonly id: string;
  readonly scope: string;
  /** Real path of the project, or of the plugin for a hook of scope `plugin`. */
  readonly root: string;
  readonly event: string;
  readonly matcher: string | undefined;
  readonly handler: Readonly<Record<string, unknown>>;
  /** Settings file from the root, `#` and the path inside it: `.claude/settings.json#hooks.Stop[0].hooks[0]`. */
  readonly place: string;
}

/** The ids of everything that is configured. */
export type KnownIds = Pick<ReadonlySet<string>, "has">;

/** Values of variables in commands, besides the hook's own root. */
export interface TrustEnvironment {
  /** Where the session started: `CLAUDE_PROJECT_DIR` (P7). */
  readonly projectDirectory: string;
  /** `HOME`; default: that of this process. */
  readonly home?: string | undefined;
}

/** The variables that are known before a run, by name. */
export function knownVariables(
  { scope, root }: TrustSubject,
  { projectDirectory, home = homedir() }: TrustEnvironment,
): ReadonlyMap<string, string> {
  const variables = new Map([
    ["HOME", home],
    ["CLAUDE_PROJECT_DIR", projectDirectory],
  ]);
  if (scope === "plugin") variables.set("CLAUDE_PLUGIN_ROOT", root);
  return variables;
}

/**
 * The definition as a text; equal texts mean equal definitions, whatever the order of keys. Ids are
 * short hashes, so equal ids alone are not enough: an attacker can search for a collision.
 */
export function definitionText(
  subject: Pick<TrustSubject, "scope" | "event" | "matcher" | "handler">,
): string {
  const { scope, event, matcher = null, handler } = subject;
  return JSON.stringify({ scope, event, matcher, handler }, withSortedKeys, 2);
}

const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
