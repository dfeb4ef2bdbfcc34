import {
  type AnyHandler,
  type EventName,
  isEventName,
  isRefusable,
  labelOf,
  type Profile,
} from "@snaphook/protocol";
import { trustSubjects } from "../admit/hook-status.ts";
import { boundedTest } from "../config/bounded-test.ts";
import { explainMatch, type MatchContext } from "../match/match.ts";
import { compileMatcher } from "../match/matcher.ts";
import { parseRule } from "../rules/rule.ts";
import type { EditedGuard, HeldHook } from "../stages/admitted.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { MatchedHook } from "../stages/matched-hook.ts";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import { commandForHook } from "../trust/command-for-hook.ts";
import type { FoundEntry } from "../trust/find-entry.ts";
import type { TrustStore } from "../trust/trust-store.ts";
import type { KnownIds } from "../trust/trust-subject.ts";

export interface EditedGuardsOptions {
  readonly snapshot: Snapshot;
  readonly trust: TrustStore;
  readonly present: KnownIds;
  readonly profile: Profile;
  /** Trusted hooks that went during the session, without a review. */
  readonly removed: readonly ConfiguredHook[];
}

/**
 * T1: the trusted guards whose definition was edited, or that were removed during the session. An edit may be
 * in the matcher or the `if`, so that the hook no longer applies where it did when
 * it was trusted: a changed guard must not simply disappear.
 */
export async function editedGuards(options: EditedGuardsOptions): Promise<readonly EditedGuard[]> {
  const { snapshot, trust, present, profile, removed } = options;
  const gone = await trust.gone({ present });
  if (gone.length === 0) return [];
  const edited: (Omit<EditedGuard, "trusted"> & { readonly found: FoundEntry })[] = [];
  for (const subject of trustSubjects(snapshot)) {
    const found = await trust.editedFrom(subject, { present });
    if (found) edited.push({ found, how: "edited", now: subject.id });
  }
  for (const found of gone) {
    const how = howBroken(found, snapshot);
    if (how) edited.push({ found, how, now: undefined });
  }
  const guards = edited.flatMap(({ found, how, now }): readonly EditedGuard[] => {
    const hook = asTrusted(found, profile);
    return hook ? [{ trusted: hook, how, now }] : [];
  });
  const known = new Set(guards.map(({ trusted }) => trusted.id));
  const others = removed.filter(({ id }) => !known.has(id));
  return [
    ...guards,
    ...others.map((trusted) => ({ trusted, how: "removed" as const, now: undefined })),
  ];
}

/** How an error in the settings may be why a trusted guard is no longer a hook. */
function howBroken(
  { entry }: FoundEntry,
  { files, diagnostics, skipped }: Snapshot,
): "broken" | "unreadable" | undefined {
  const [name = "", path = ""] = entry.place.split("#");
  const file = `${entry.root}/${name}`;
  const unread = files.some(
    (one) => one.file === file && (one.state === "invalid" || one.state === "unreadable"),
  );
  if (unread) return "unreadable";
  // A note is not reported, but what was skipped with it may be the guard.
  const problems = [...diagnostics, ...skipped.map(({ diagnostic }) => diagnostic)];
  const isBroken = problems.some(
    ({ level, code, place }) =>
      place.file === file &&
      (renaming.has(code) || (level === "error" && areRelated(groupOf(place.path), path))),
  );
  return isBroken ? "broken" : undefined;
}

/** Findings about a key that may have had another name when the guard was trusted. */
const renaming: ReadonlySet<string> = new Set(["note", "unknown-event", "unknown-setting"]);

/** A finding about a group's matcher or list is one about the group. */
const groupOf = (path: string): string => path.replace(/\.(matcher|hooks)$/, "");

/** Whether one path leads into the other. */
const areRelated = (left: string, right: string): boolean =>
  left === right || leadsInto(left, right) || leadsInto(right, left);

const leadsInto = (above: string, below: string): boolean =>
  above === "" || below.startsWith(`${above}.`) || below.startsWith(`${above}[`);

/** The guards whose change the user has not accepted, here or in another process. */
export async function notAccepted(
  guards: readonly EditedGuard[],
  { trust, present }: Pick<EditedGuardsOptions, "trust" | "present">,
): Promise<readonly EditedGuard[]> {
  if (guards.length === 0) return [];
  const gone = new Set((await trust.gone({ present })).map(({ id }) => id));
  return guards.filter(({ trusted }) => gone.has(trusted.id));
}

/** Refusals of edited guards that matched in their trusted form and do not match now. */
export function refusalsOfEdited(
  guards: readonly EditedGuard[],
  event: HookEvent,
  matched: readonly MatchedHook[],
  context: MatchContext,
  profile: Profile,
): readonly HeldHook[] {
  if (guards.length === 0) return [];
  const ids = new Set(matched.map(({ hook }) => hook.id));
  return guards.flatMap(({ trusted, how, now }): readonly HeldHook[] => {
    const applied = explainMatch(trusted, event, context).reason === "matches";
    if (!applied || (now !== undefined && ids.has(now))) return [];
    const disarmed = disarmedTexts[how];
    const accept = commandForHook(`trust ${now ?? `--forget ${trusted.id}`}`, trusted.origin);
    const remedy =
      how === "unreadable"
        ? `fix ${trusted.source.file}: ${commandForHook("lint", trusted.origin)} shows the error`
        : `to accept that: ${accept}`;
    const byUser =
      how === "unreadable" ? "the user has to fix it" : "only the user can accept that";
    return [
      {
        hook: trusted,
        reason: "changed",
        because: `${disarmed}; ${remedy}`,
        forModel: `${disarmed}; ${byUser}`,
        refuses: isRefusable(event.definition, profile),
      },
    ];
  });
}

const disarmedTexts: Readonly<Record<EditedGuard["how"], string>> = {
  edited: "its definition has changed since it was trusted, and it no longer applies here",
  broken: "its definition has changed since it was trusted, and it no longer applies here",
  unreadable: "it was trusted, and the file with its settings can no longer be read",
  removed: "it was trusted, and it was removed from the settings during this session",
};

/** A trusted definition as a hook, to check what it would have matched. */
function asTrusted({ id, entry }: FoundEntry, profile: Profile): ConfiguredHook | undefined {
  const { event, matcher, scope, root, place } = entry;
  if (!isEventName(event)) return undefined;
  const handler = entry.handler as unknown as AnyHandler;
  const rule = handler.if === undefined ? undefined : parseRule(handler.if);
  return {
    id,
    label: labelOf(entry.handler),
    origin: {
      scope: scope as ConfiguredHook["origin"]["scope"],
      root,
      needsTrust: true,
      owner: undefined,
    },
    event: event as EventName,
    matcher: compileMatcher(matcher, { style: profile.matcher, boundedTest }),
    handler,
    condition: rule?.ok ? rule.rule : undefined,
    group: { key: place, sequential: false },
    source: {
      file: `${root}/${place.split("#")[0]}`,
      line: 1,
      column: 1,
      path: place.split("#")[1] ?? "",
    },
    dormant: undefined,
  };
}
