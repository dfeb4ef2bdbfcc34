import { isQuiet } from "./filter-timeline.ts";
import type { SkippedHook, Timeline, TimelineEvent, TimelineRun, Turn } from "./timeline.ts";

/** One line of the page's list. */
export type TimelineRow =
  | { readonly kind: "turn"; readonly turn: Turn }
  | { readonly kind: "event"; readonly turn: Turn; readonly event: TimelineEvent }
  | {
      readonly kind: "run";
      readonly turn: Turn;
      readonly event: TimelineEvent;
      readonly run: TimelineRun;
    }
  | {
      readonly kind: "skipped";
      readonly turn: Turn;
      readonly event: TimelineEvent;
      readonly hook: SkippedHook;
    };

/** Every turn, its events, and under each event its hooks. */
export const timelineRows = ({ turns }: Timeline, showQuiet: boolean): readonly TimelineRow[] =>
  turns.flatMap((turn): readonly TimelineRow[] => [
    { kind: "turn", turn },
    ...turn.events
      .filter((event) => showQuiet || !isQuiet(event))
      .flatMap((event): readonly TimelineRow[] => [
        { kind: "event", turn, event },
        ...event.runs.map((run) => ({ kind: "run", turn, event, run }) as const),
        ...event.skipped
          .filter(({ held }) => held)
          .map((hook) => ({ kind: "skipped", turn, event, hook }) as const),
      ]),
  ]);
