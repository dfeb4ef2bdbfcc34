import {
  type Hooks,
  hookText,
  type Message,
  type Outcome,
  type Progress,
  seenBy,
} from "@snaphook/engine";
import { differenceInWords, laterMessages } from "@snaphook/engine/internal";
import type { TextBlock } from "../conversation/message.ts";
import type { Emit } from "../loop/agent-event.ts";
import { laterTexts, textBlock } from "./hook-text.ts";

/** Reports outcomes to the user and the transcript, and keeps what the model reads later. */
export interface OutcomeReporter {
  /** Reports an outcome, without the messages that the caller shows itself. */
  report(outcome: Outcome, about?: ReportedCall): void;
  /** G3: keeps context of an event that no request belongs to, for the next one. */
  keep(event: string, context: readonly Message[]): void;
  takeLater(): readonly TextBlock[];
  /** The same when no request follows: the user sees what background hooks said, and what no model reads. */
  reportLate(): void;
  /** What happens while hooks run; a background hook may wake the model (P12). */
  onProgress(progress: Progress): void;
  /** Whether a background hook asked to wake the model. */
  isWoken(): boolean;
  /** The texts with which background hooks wake the model, for a turn of their own. */
  takeWakes(): readonly string[];
}

/** The call that an outcome is about. */
interface ReportedCall {
  readonly callId?: string;
  readonly shownByCaller?: readonly Message[];
}

export function createOutcomeReporter(
  emit: Emit,
  hooks: () => Pick<Hooks, "takeLateMessages">,
  mark: string,
): OutcomeReporter {
  const later: TextBlock[] = [];
  const kept: { readonly label: string; readonly block: TextBlock }[] = [];
  const wakes: { readonly label: string; readonly block: TextBlock }[] = [];
  const divergences = new Set<string>();
  // Hooks that do not run are named at the start, and in the verbose view each time.
  const notify = (
    messages: readonly Message[],
    about: { readonly event?: Outcome["event"]; readonly callId?: string } = {},
  ) => {
    for (const message of seenBy("user", messages).filter(({ kind }) => kind !== "held"))
      emit({ type: "notice", level: levelOf(message), text: message.text, message, ...about });
  };
  return {
    report(outcome, { callId, shownByCaller = [] } = {}) {
      const call = callId === undefined ? {} : { callId };
      emit({ type: "outcome", outcome, ...call });
      const messages = outcome.messages.filter((message) => !shownByCaller.includes(message));
      notify(messages, { event: outcome.event, ...call });
      for (const text of laterTexts(outcome.messages))
        later.push(textBlock(hookText(`${outcome.event} stopped`, text, mark)));
      const difference = divergenceText(outcome);
      if (difference === undefined || divergences.has(difference)) return;
      divergences.add(difference);
      emit({ type: "notice", level: "info", text: difference, isDivergence: true, ...call });
    },
    keep(event, context) {
      for (const { hook, text } of context)
        kept.push({ label: hook.label, block: textBlock(hookText(event, text, mark)) });
    },
    takeLater() {
      const messages = hooks().takeLateMessages();
      notify(messages);
      const background = laterTexts(messages).map((text) =>
        textBlock(hookText("background", text, mark)),
      );
      const waiting = [...kept.splice(0), ...wakes.splice(0)].map(({ block }) => block);
      return [...later.splice(0), ...waiting, ...background];
    },
    reportLate() {
      const messages = hooks().takeLateMessages();
      notify(messages);
      const unread = [
        ...laterMessages(messages).flatMap(({ kind, hook }) =>
          kind === "context" ? [hook.label] : [],
        ),
        ...[...kept.splice(0), ...wakes.splice(0)].map(({ label }) => label),
      ];
      for (const label of unread)
        emit({
          type: "notice",
          level: "warning",
          text: `${label}: the model did not read its text, because it came after the last request`,
        });
    },
    onProgress(progress) {
      emit({ type: "hook", progress });
      if (progress.type === "background-ended" && progress.wake !== undefined)
        wakes.push({
          label: progress.hook.label,
          block: textBlock(
            hookText(progress.event, `[${progress.hook.label}]: ${progress.wake}`, mark),
          ),
        });
    },
    isWoken: () => wakes.length > 0,
    takeWakes: () => wakes.splice(0).map(({ block }) => block.text),
  };
}

/** A3, V4: what a hook says to the user is a warning. */
const warnings: readonly Message["kind"][] = ["failure", "warning", "system-message"];

const levelOf = ({ kind }: Message): "info" | "warning" =>
  warnings.includes(kind) ? "warning" : "info";

/** Q1: what the outcome would be under another profile; reported once for the same hooks. */
function divergenceText(outcome: Outcome): string | undefined {
  const difference = differenceInWords(outcome);
  if (difference === undefined) return undefined;
  const { event, messages, decidedBy } = outcome;
  const hooks = new Set(
    [...decidedBy, ...messages.map(({ hook }) => hook)].map(({ label }) => label),
  );
  return `${[event, ...hooks].join(", ")}: the profile ${difference}`;
}
