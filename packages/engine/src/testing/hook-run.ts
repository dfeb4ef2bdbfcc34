import { compileMatcher } from "../match/matcher.ts";
import type { CapturedText, HookRun } from "../stages/hook-run.ts";

const captured = (text: string): CapturedText => ({
  text,
  bytes: Buffer.byteLength(text),
  complete: true,
});

/** A run with the given facts, for tests of the stages after `run`. */
export function hookRun(
  facts: {
    readonly stdout?: string;
    readonly stderr?: string;
    readonly code?: number;
    readonly label?: string;
    readonly order?: number;
  } = {},
): HookRun {
  const { stdout = "", stderr = "", code = 0, label = "hook.sh", order = 0 } = facts;
  const hook = {
    id: `${label}-${order}`,
    label,
    scope: "project",
    event: "PreToolUse",
    matcher: compileMatcher(undefined),
    handler: { type: "command", command: label },
    source: { file: "settings.json", line: 1, column: 1, path: "" },
  } as const;
  return {
    planned: { order, hook, limitMs: 1000 },
    startedAt: "2026-01-01T00:00:00.000Z",
    durationMs: 1,
    end: { how: "exited", code },
    stdout: captured(stdout),
    stderr: captured(stderr),
  };
}
