import type { EventName, Profile } from "@snaphook/protocol";
import type { MatcherOptions } from "../match/matcher.ts";
import type { Origin } from "../stages/snapshot.ts";

/** What reading hooks needs to know besides the document. */
export interface ReadHooksContext {
  readonly origin: Origin;
  readonly profile: Profile;
  readonly matcherOptions: MatcherOptions;
  /** How an event's name is read: a subagent's `Stop` is SubagentStop (C3). */
  readonly readEvent?: (event: EventName) => EventName;
}
