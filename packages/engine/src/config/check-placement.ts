import {
  type AnyHandler,
  backgroundOf,
  canRunOn,
  definitionOf,
  type EventDefinition,
  isBlockable,
  isRefusable,
  onFailureCounts,
  type Profile,
  wantsPrewarm,
} from "@snaphook/protocol";
import { isFrontMatter, type Origin } from "../stages/snapshot.ts";
import type { KeyFinding } from "./reporter.ts";

/** Where a handler is configured, besides its event. */
export interface HandlerPlace {
  readonly origin: Pick<Origin, "scope" | "command">;
  readonly profile: Profile;
}

interface Placement {
  readonly handler: AnyHandler;
  readonly event: EventDefinition;
  readonly origin: HandlerPlace["origin"];
  /** In the front matter of a skill, a command or an agent. */
  readonly isFrontMatter: boolean;
  /** Whether its type can run in the background. */
  readonly hasBackground: boolean;
  readonly inBackground: boolean;
  readonly profile: Profile;
  /** Section 12 of the contract: some events can be refused in some profiles only. */
  readonly refusable: boolean;
  /** Whether exit 2 has an effect. */
  readonly canBlock: boolean;
}

/** Reports a key that has no effect; undefined if it has one, or is absent. */
type PlacementCheck = (placement: Placement) => Omit<KeyFinding, "level"> | undefined | false;

/** Fields that have an effect in some places only (C3, H8, H9, M8, P17). */
export function checkPlacement(
  handler: AnyHandler,
  event: EventDefinition,
  { origin, profile }: HandlerPlace,
): readonly KeyFinding[] {
  const { run } = definitionOf(handler);
  const placement = {
    handler,
    event,
    origin,
    isFrontMatter: isFrontMatter(origin),
    hasBackground: run.by === "process" && run.background !== "never",
    inBackground: backgroundOf(handler) !== "no",
    refusable: isRefusable(event, profile),
    canBlock: isBlockable(event, profile),
    profile,
  };
  return checks.flatMap((check) => {
    const finding = check(placement);
    return finding ? [{ level: "warning", ...finding }] : [];
  });
}

const checks: readonly PlacementCheck[] = [
  ({ handler, isFrontMatter }) =>
    handler.once === true &&
    !isFrontMatter && {
      key: "once",
      code: "once-ignored",
      message:
        "once is ignored here: it applies only in the front matter of skills, commands and agents",
      advice: "remove it",
    },
  ({ handler, hasBackground }) =>
    !hasBackground &&
    handler["async"] === true && {
      key: "async",
      code: "async-ignored",
      message: `${handler.type} hooks cannot run in the background, so async has no effect`,
      advice: "remove it",
    },
  ({ handler, event, inBackground, refusable, canBlock }) =>
    handler.onFailure === "block" &&
    definitionOf(handler).takesOnFailure &&
    (!refusable || inBackground) && {
      key: "onFailure",
      code: "on-failure-ignored",
      message: inBackground
        ? "a background hook cannot refuse anything, so onFailure has no effect"
        : `a hook that fails cannot ${canBlock ? "block" : "refuse"} ${event.name}, so onFailure has no effect${canBlock ? "; exit 2 does block" : ""}`,
      advice: "remove it",
    },
  ({ handler, profile, refusable, inBackground }) =>
    handler.onFailure === "block" &&
    refusable &&
    !inBackground &&
    definitionOf(handler).takesOnFailure &&
    !onFailureCounts(handler, profile) && {
      key: "onFailure",
      code: "on-failure-ignored",
      message: `the profile ${profile.name} ignores onFailure on ${handler.type} hooks: if this one fails, the action goes ahead`,
      advice: "use a command or http hook if a failure must refuse, or choose another profile",
    },
  ({ handler }) =>
    handler.onFailure !== undefined &&
    !definitionOf(handler).takesOnFailure && {
      key: "onFailure",
      code: "on-failure-ignored",
      message: `onFailure has no effect on ${handler.type} hooks: one that throws does not refuse`,
      advice: "catch errors in the function and answer with a refusal",
    },
  ({ handler, event, inBackground, isFrontMatter }) =>
    wantsPrewarm(handler) &&
    (inBackground || event.hasEnvironmentFile || (isFrontMatter && handler.once === true)) && {
      key: "prewarm",
      code: "prewarm-ignored",
      message: "a hook that is async, runs once or writes CLAUDE_ENV_FILE is never prewarmed",
      advice: "remove it",
    },
  ({ handler, event }) =>
    handler.if !== undefined &&
    !event.isAboutTool && {
      key: "if",
      code: "if-without-tool",
      message: `if applies only to tool events; on ${event.name} this hook never runs`,
      advice: "remove it, or use a matcher",
    },
  ({ event, origin }) =>
    origin.scope === "agent" &&
    event.precedesOwnHooks && {
      key: "type",
      code: "before-its-agent",
      message: `${event.name} fires before the hooks in the agent's own front matter apply, so this hook never runs`,
      advice: `put it into settings, with the agent's name as the matcher`,
    },
  ({ handler, event }) =>
    !canRunOn(handler, event) && {
      key: "type",
      code: "type-not-here",
      message: `${handler.type} hooks do not run on ${event.name}`,
      advice: "use a command or http hook",
    },
];
