import { isDeepStrictEqual } from "node:util";
import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { type Message, type Outcome, type Progress, seenBy } from "@snaphook/engine";
import { shortLine } from "@snaphook/engine/internal";
import { actionName } from "../../effects/action-name.ts";
import { hookName } from "../hook-name.ts";
import { textContent } from "./tool-call.ts";

type Of<Type extends Progress["type"]> = Extract<Progress, { readonly type: Type }>;

const failures = ["non-blocking-error", "error", "cancelled"];

/** Hooks as a client shows them: each run is a tool call of its own, with what came of it. */
export interface HookUpdates {
  progress(progress: Progress): readonly SessionUpdate[];
  /** `inputs`: those of the calls that are decided. */
  outcome(outcome: Outcome, inputs: readonly unknown[]): readonly SessionUpdate[];
}

export function createHookUpdates(): HookUpdates {
  /** The last run of each hook for each event. */
  const runs = new Map<string, { readonly id: string; readonly text: string }>();
  const skipped = new Set<string>();

  function shown(progress: Progress, text: string, status: "in_progress" | "failed") {
    const { hook, event, runId } = progress;
    const id = `hook-${runId}`;
    runs.set(`${event} ${hook.id}`, { id, text });
    const update: SessionUpdate = {
      sessionUpdate: "tool_call",
      toolCallId: id,
      title: `${hookName(progress)} hook: ${shortLine(hook.label)}`,
      kind: "other",
      status,
      content: text === "" ? [] : [textContent(text)],
      _meta: { hook: { id: hook.id, label: hook.label, event } },
    };
    return [update];
  }

  /** The same reason is shown once: an untrusted hook is skipped at every event. */
  function skip(progress: Of<"run-skipped">): readonly SessionUpdate[] {
    const key = `${progress.event} ${progress.hook.id} ${progress.because}`;
    if (skipped.has(key) && !progress.refuses) return [];
    skipped.add(key);
    return shown(progress, `did not run: ${progress.because}`, "failed");
  }

  function ended(progress: Of<"run-ended" | "background-ended">): readonly SessionUpdate[] {
    const { event, hook, run, runId } = progress;
    const id = `hook-${runId}`;
    if (run.end.how === "background") return [updateOf(id, "continues in the background")];
    const how = progress.type === "run-ended" ? progress.ending : progress.recorded;
    const text = `${how}, ${Math.round(run.durationMs)} ms`;
    runs.set(`${event} ${hook.id}`, { id, text });
    return [updateOf(id, text, failures.includes(how) ? "failed" : "completed")];
  }

  return {
    progress(progress) {
      switch (progress.type) {
        case "run-started":
          return shown(progress, progress.statusMessage ?? "", "in_progress");
        case "run-output":
          return [];
        case "run-skipped":
          return skip(progress);
        case "run-ended":
        case "background-ended":
          return ended(progress);
      }
    },
    outcome(outcome, inputs) {
      const { event, decidedBy } = outcome;
      const messages = outcome.messages.filter(({ kind }) => kind !== "held");
      const hooks = new Map(
        [...decidedBy, ...messages.map(({ hook }) => hook)].map((hook) => [hook.id, hook]),
      );
      return [...hooks.values()].flatMap((hook) => {
        const run = runs.get(`${event} ${hook.id}`);
        if (!run) return [];
        const decided = decidedBy.some(({ id }) => id === hook.id);
        const lines = [
          run.text,
          ...(decided ? [`decided: ${actionName(outcome)}`, ...rewrite(outcome, inputs)] : []),
          ...seenBy("verbose", messages)
            .filter((message) => message.hook.id === hook.id)
            .map(messageLine),
        ];
        return [updateOf(run.id, lines.filter(Boolean).join("\n\n"))];
      });
    },
  };
}

const updateOf = (id: string, text: string, status?: "completed" | "failed"): SessionUpdate => ({
  sessionUpdate: "tool_call_update",
  toolCallId: id,
  ...(status === undefined ? {} : { status }),
  content: [textContent(text)],
});

const messageLine = ({ audience, kind, text }: Message): string =>
  `${kind} for the ${audience === "verbose" ? "log" : audience}: ${text}`;

/** F2: a hook replaced the input of the call. */
function rewrite(outcome: Outcome, inputs: readonly unknown[]): readonly string[] {
  if (!("input" in outcome) || inputs.some((input) => isDeepStrictEqual(input, outcome.input)))
    return [];
  return [`the input is now ${JSON.stringify(outcome.input)}`];
}
