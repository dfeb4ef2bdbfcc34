import type { AnyHandler } from "@snaphook/protocol";
import { boundedTest } from "../config/bounded-test.ts";
import { compileMatcher } from "../match/matcher.ts";
import type { CapturedText, HookRun } from "../stages/hook-run.ts";
import type { ConfiguredHook } from "../stages/snapshot.ts";

/** Options of matchers in tests. */
export const matcherOptions = { style: "names-or-expression", boundedTest } as const;

/** A hook with the given facts, for tests of the stages after `config`. */
export function configuredHook(
  facts: Partial<Omit<ConfiguredHook, "matcher">> & { readonly matcher?: string } = {},
): ConfiguredHook {
  const { matcher, ...more } = facts;
  const handler: AnyHandler = more.handler ?? { type: "command", command: more.label ?? "hook.sh" };
  return {
    id: "hook",
    label: "hook.sh",
    origin: { scope: "project", root: "/project", needsTrust: true, owner: undefined },
    event: "PreToolUse",
    matcher: compileMatcher(matcher, matcherOptions),
    handler,
    condition: undefined,
    group: { key: "group", sequential: false },
    source: { file: "settings.json", line: 1, column: 1, path: "" },
    dormant: undefined,
    ...more,
  };
}

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
  const hook = configuredHook({ id: `${label}-${order}`, label });
  return {
    planned: { order, hook, handler: hook.handler, limitMs: 1000 },
    startedAt: "2026-01-01T00:00:00.000Z",
    durationMs: 1,
    end: { how: "exited", code },
    stdout: captured(stdout),
    stderr: captured(stderr),
    notes: [],
  };
}
