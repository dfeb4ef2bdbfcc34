import type { Progress } from "@snaphook/engine";
import type { HookRun } from "@snaphook/engine/internal";
import { asksModel, isCodeType, type Profile } from "@snaphook/protocol";
import { hookName } from "../hook-name.ts";
import type { StreamRecord } from "../result-record.ts";

export interface HookRecordOptions {
  readonly profile: Profile;
  /** `--include-hook-events`. */
  readonly includeHookEvents: boolean;
}

/** U3: the records for one progress event of a run; the profile says which there are. */
export function hookRecords(
  progress: Progress,
  options: HookRecordOptions,
): readonly StreamRecord[] {
  if (!isShown(progress, options) || (progress.type === "run-skipped" && !progress.recorded))
    return [];
  const { event, runId, agent } = progress;
  const about = {
    hook_id: runId,
    hook_name: hookName(progress),
    hook_event: event,
    ...(agent && { agent_id: agent.id, agent_type: agent.type }),
  };
  if (progress.type === "run-started") {
    const { statusMessage } = progress;
    const status = statusMessage === undefined ? {} : { status_message: statusMessage };
    return [{ type: "system", subtype: "hook_started", ...about, ...status }];
  }
  if (progress.type === "run-output") {
    const { stdout, stderr } = progress;
    const output = { output: `${stdout}${stderr}`, stdout, stderr };
    return [{ type: "system", subtype: "hook_progress", ...about, ...output }];
  }
  if (progress.type === "run-skipped")
    return [
      {
        type: "system",
        subtype: "hook_response",
        ...about,
        output: progress.because,
        stdout: "",
        stderr: progress.because,
        outcome: "error",
      },
    ];
  const { run, recorded } = progress;
  // The record of a run in the background comes when it has ended (P12).
  if (run.end.how === "background") return [];
  return [
    { type: "system", subtype: "hook_response", ...about, ...outputFields(run), outcome: recorded },
  ];
}

function isShown(progress: Progress, { profile, includeHookEvents }: HookRecordOptions): boolean {
  const { event } = progress;
  if (profile.unrecordedEvents.includes(event)) return false;
  if (!profile.recordsModelHooks && isModelHook(progress)) return false;
  if (!profile.recordsCallbacks && isCallback(progress)) return false;
  const { recordsWithoutFlag } = profile;
  return includeHookEvents || recordsWithoutFlag === "all" || recordsWithoutFlag.includes(event);
}

/** A skipped run is reported only where the profile records it. */
const isModelHook = ({ type, handlerType }: Progress): boolean =>
  type !== "run-skipped" && asksModel({ type: handlerType });

const isCallback = (progress: Progress): boolean =>
  progress.type !== "run-skipped" && isCodeType(progress.handlerType);

function outputFields({ end, stdout, stderr }: HookRun): StreamRecord {
  const exitCode = exitCodeOf(end);
  return {
    output: `${stdout.text}${stderr.text}`,
    stdout: stdout.text,
    stderr: stderr.text,
    ...(exitCode === undefined ? {} : { exit_code: exitCode }),
  };
}

/** A process that did not exit by itself counts as failed; a hook that is not a process has no exit code. */
function exitCodeOf(end: HookRun["end"]): number | undefined {
  switch (end.how) {
    case "exited":
      return end.code;
    case "responded":
    case "answered":
    case "failed":
    case "background":
      return undefined;
    default:
      return 1;
  }
}
