import { relative } from "node:path";
import { hookId } from "../config/hook-id.ts";
import { isObject } from "../is-object.ts";
import type { ConfiguredHook, ScopeSettings } from "../stages/snapshot.ts";
import type { TrustSubject } from "./trust-subject.ts";

/** A hook as trust sees it. */
export function subjectOfHook(hook: ConfiguredHook): TrustSubject {
  const { id, event, matcher, handler, group, origin, source } = hook;
  const root = origin.root ?? "";
  return {
    id,
    scope: origin.scope,
    root,
    event,
    matcher: matcher.pattern,
    handler: group.sequential ? { ...handler, sequential: true } : handler,
    place: `${relative(root, source.file)}#${source.path}`,
  };
}

/** Keys that do not affect what runs. */
const harmless = new Set(["$schema", "description"]);

/** The keys of a settings file that need trust, if it is a project's. */
const keysToTrust = ({ values }: Pick<ScopeSettings, "values">): readonly string[] =>
  Object.keys(values).filter((key) => !harmless.has(key));

/** The same keys for people. T6: of `permissions` those that are named wait for trust; deny and ask rules always apply. */
export const namesToTrust = (settings: Pick<ScopeSettings, "values">): readonly string[] =>
  keysToTrust(settings).flatMap((key) => {
    const value = settings.values[key];
    return key === "permissions" && isObject(value)
      ? Object.keys(value).map((inner) => `${key}.${inner}`)
      : [key];
  });

/** T6: the rest of a project's settings (variables, rules, servers …), trusted together; undefined if there is nothing to trust. */
export function subjectOfSettings(settings: ScopeSettings): TrustSubject | undefined {
  const { origin, file, values } = settings;
  const kept = keysToTrust(settings).map((key) => [key, values[key]] as const);
  if (!origin.needsTrust || kept.length === 0) return undefined;
  const root = origin.root ?? "";
  const handler = { type: "settings", ...Object.fromEntries(kept) };
  const parts = { scope: origin.scope, root, event: "settings", matcher: undefined, handler };
  return { id: hookId(parts), ...parts, place: relative(root, file) };
}
