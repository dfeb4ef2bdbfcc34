import type { ConfiguredHook, TraceRecord } from "@snaphook/engine";
import { type EventName, inForeground } from "@snaphook/protocol";
import type { WrittenHook } from "../settings/change-hooks.ts";
import { withPluginRoot } from "../test/hook-alone.ts";
import { openAlone, type TrialOptions } from "./open-alone.ts";
import { type RunReport, runReport } from "./run-report.ts";

/** A hook that can be tried. */
export interface TriedHook extends WrittenHook {
  readonly event: EventName;
}

/** A hook as it is tried: the host waits for it, so that the report has its result. */
export const triedHook = (hook: ConfiguredHook): TriedHook => {
  const { event, matcher } = hook;
  return {
    event,
    ...(matcher.pattern === undefined ? {} : { matcher: matcher.pattern }),
    handler: withPluginRoot({ ...hook, handler: inForeground(hook.handler) }),
  };
};

/**
 * Fires an event at one hook, which need not be in any file, and reports what it did. It runs for real, in the project,
 * so the caller makes sure that the user trusts it.
 */
export async function tryHook(
  hook: TriedHook,
  input: Readonly<Record<string, unknown>>,
  { signal, ...options }: Omit<TrialOptions, "trace"> & { readonly signal?: AbortSignal },
): Promise<RunReport> {
  const records: TraceRecord[] = [];
  const trace = { record: (record: TraceRecord) => void records.push(record) };
  const hooks = await openAlone(hook, { ...options, trace });
  try {
    return await runReport(hooks, records, {
      event: hook.event,
      input,
      ...(signal ? { signal } : {}),
    });
  } finally {
    await hooks.close();
  }
}
