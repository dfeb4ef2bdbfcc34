import { type EventName, profiles } from "@snaphook/protocol";
import { admit } from "./admit/admit.ts";
import { hookStatuses, trustable } from "./admit/hook-status.ts";
import { readCodeHooks, withCodeHooks } from "./config/code-hooks.ts";
import { settingsEnvironment } from "./config/environment.ts";
import { watchSources } from "./config/watch.ts";
import { explain } from "./explain/explain.ts";
import { diverge } from "./fold/diverge.ts";
import { fold } from "./fold/fold.ts";
import type { FireOptions, Hooks, HooksOptions, ScopeOptions } from "./hooks.ts";
import { interpret } from "./interpret/interpret.ts";
import { lateMessages } from "./interpret/late-messages.ts";
import { match } from "./match/match.ts";
import { planRuns } from "./plan/plan-runs.ts";
import { refillSpares } from "./run/refill-spares.ts";
import { runAll } from "./run/run-all.ts";
import { describeEvent } from "./session/describe-event.ts";
import { refusalsOfEdited } from "./session/edited-guards.ts";
import { openSession, type Session } from "./session/open-session.ts";
import { tellSkipped } from "./session/report-skipped.ts";
import { runContext } from "./session/run-context.ts";
import { aboutRun } from "./session/run-id.ts";
import type { HookEvent, HookInput } from "./stages/hook-event.ts";
import type { OutcomeOf } from "./stages/outcome.ts";
import type { ConfiguredHook, Snapshot } from "./stages/snapshot.ts";
import { runToolCall } from "./tool/run-tool-call.ts";
import { keepLongMessages, keepLongTexts } from "./trace/keep-long-texts.ts";
import { dispatchRecord } from "./trace/trace-record.ts";
import { recordTo } from "./trace/trace-sink.ts";
import { guardedFiles } from "./trust/guarded-files.ts";

export type { HooksOptions } from "./hooks.ts";

/**
 * Loads the hooks that apply in a directory.
 *
 * @example
 * const hooks = await createHooks({ cwd: process.cwd(), sessionId: "s1" });
 * const outcome = await hooks.fire("PreToolUse", {
 *   tool_name: "Bash",
 *   tool_input: { command: "ls" },
 *   tool_use_id: "t1",
 * });
 * if (outcome.action === "refuse") console.log(outcome.reasons);
 * await hooks.close();
 */
export async function createHooks(options: HooksOptions): Promise<Hooks> {
  const session = await openSession(options);
  const { permissionMode } = options;
  const code = readCodeHooks(options.hooks ?? {}, session.profile, "code");
  return hooksOf(session, permissionMode === undefined ? {} : { permissionMode }, code);
}

/** One agent's view of a session. */
interface View {
  readonly session: Session;
  readonly scope: ScopeOptions;
  snapshot(): Snapshot;
}

/** The whole story of one event. */
async function fire<Name extends EventName>(
  view: View,
  name: Name,
  input: HookInput,
  options: FireOptions,
): Promise<OutcomeOf<Name>> {
  const { session } = view;
  const { profile, outside } = session;
  const start = outside.clock.now();
  const time = outside.clock.date();
  const event = describeEvent(view, name, input);
  const selected = await select(view, event);
  const { admitted, plan } = selected;
  const running = outside.clock.now();
  session.prewarmed.drop(admitted.held.map(({ hook }) => hook.id));
  tellSkipped(session, selected.snapshot, event);
  const context = runContext(session, view.scope);
  const runs = await runAll(plan, event, context, {
    signal: anySignal(session.closing.signal, options.signal),
    afterRun: (run) => {
      const { opinion, stop } = interpret(run, event, profile);
      return { updatedInput: opinion.updatedInput, stop: stop !== undefined };
    },
    onStart(planned) {
      if (session.listeners.size === 0) return;
      const { statusMessage } = planned.handler;
      session.tell({ type: "run-started", ...aboutRun(planned, event), statusMessage });
    },
    onEnd(run) {
      if (session.listeners.size === 0) return;
      const { ending, recorded } = interpret(run, event, profile);
      session.tell({
        type: "run-ended",
        ...aboutRun(run.planned, event),
        run,
        ending,
        recorded,
      });
    },
  });
  const settling = outside.clock.now();
  const verdicts = runs.map((run) => interpret(run, event, profile));
  spendOnce(session, verdicts);
  const folded = fold(event, verdicts, admitted.held, profile);
  const divergence =
    runs.length === 0
      ? undefined
      : diverge(folded, profile, otherThan(profile), (as) =>
          fold(
            event,
            runs.map((run) => interpret(run, event, as)),
            admitted.held,
            as,
          ),
        );
  const outcome = keepLongTexts({ ...folded, divergence }, session.folder);
  const end = outside.clock.now();
  recordTo(session.options.trace, () =>
    dispatchRecord({
      event,
      lookedAt: selected.snapshot.hooks.length,
      notMatched: notMatched(selected, event),
      admitted,
      plan,
      verdicts,
      outcome,
      profile: profile.name,
      time,
      durationMs: end - start,
      timings: { select: running - start, run: settling - running, settle: end - settling },
      redactor: session.redactor(),
    }),
  );
  refillSpares(plan, event, context);
  return outcome;
}

/** Everything before a hook would run; `explain` stops here. */
async function select(view: View, event: HookEvent) {
  const { session } = view;
  const { cwd: projectDirectory, home } = session.sources;
  const snapshot = view.snapshot();
  const matchContext = { projectDirectory, home, activeSkills: session.activeSkills };
  const matched = match(snapshot, event, matchContext);
  const { hooks, held } = await admit(matched, event.definition, session.admission);
  const { edited } = session.admission;
  const refusing = refusalsOfEdited(edited, event, matched, matchContext, session.profile);
  const admitted = { hooks, held: [...held, ...refusing] };
  const plan = planRuns(admitted, {
    event: event.name,
    profile: session.profile,
    projectDirectory,
  });
  return { snapshot, matchContext, admitted, plan };
}

/** P15: the hooks of an event that it did not select, each with the reason; worked out for a trace only. */
function notMatched(
  { snapshot, matchContext, admitted, plan }: Awaited<ReturnType<typeof select>>,
  event: HookEvent,
) {
  const known = new Set([...admitted.hooks, ...admitted.held].map(({ hook }) => hook));
  return explain(snapshot, event, { admitted, plan, context: matchContext }).hooks.flatMap(
    ({ hook, state, because }) =>
      state === "other-event" || known.has(hook) ? [] : [{ hook, reason: state, because }],
  );
}

/** C3: a front-matter hook with `once` is spent by its first success. */
function spendOnce({ spent }: Session, verdicts: readonly ReturnType<typeof interpret>[]): void {
  for (const { run, ending } of verdicts) {
    const { hook, handler } = run.planned;
    const counts = hook.origin.scope === "skill" || hook.origin.scope === "agent";
    if (counts && handler.once === true && ending === "success") spent.add(hook.id);
  }
}

/** Q1: the profile that outcomes are compared with. */
const otherThan = (profile: Session["profile"]) =>
  profile === profiles.reference ? profiles["claude-code"] : profiles.reference;

const anySignal = (closing: AbortSignal, given: AbortSignal | undefined): AbortSignal =>
  given ? AbortSignal.any([closing, given]) : closing;

function hooksOf(session: Session, scope: ScopeOptions, code: readonly ConfiguredHook[]): Hooks {
  const { config, trust, toggles, sources } = session;
  let combined: { readonly base: Snapshot; readonly all: Snapshot } | undefined;
  const snapshot = (): Snapshot => {
    const base = config.current();
    if (combined?.base !== base) combined = { base, all: withCodeHooks(base, code) };
    return combined.all;
  };
  const view: View = { session, scope, snapshot };
  const hooks: Hooks = {
    cwd: sources.cwd,
    profile: session.profile.name,
    trust,
    toggles,
    snapshot,
    fire: (name, input, options = {}) => fire(view, name, input, options),
    async explain(name, input) {
      const event = describeEvent(view, name, input);
      const { snapshot: taken, matchContext, admitted, plan } = await select(view, event);
      return explain(taken, event, { admitted, plan, context: matchContext });
    },
    tool: (call, execute, options = {}) =>
      runToolCall(
        { hooks, profile: session.profile, clock: session.outside.clock },
        call,
        execute,
        options,
      ),
    scope: (inner) =>
      hooksOf(session, { ...scope, ...inner }, [
        ...code,
        ...readCodeHooks(inner.hooks ?? {}, session.profile, inner.agentId ?? "scope"),
      ]),
    takeLateMessages: () =>
      keepLongMessages(
        lateMessages(session.background.takeFinished(), session.profile),
        session.folder,
      ),
    backgroundRuns: () => session.background.list(),
    environmentFiles: () => session.environmentFiles.list(),
    clearEnvironmentFiles: () => session.environmentFiles.clear(),
    useSkill: (name) => void session.activeSkills.add(name),
    endSkill: (name) => void session.activeSkills.delete(name),
    on(listener) {
      session.listeners.add(listener);
      return () => void session.listeners.delete(listener);
    },
    states: () => hookStatuses(snapshot(), session.admission),
    trustable: () => trustable(snapshot(), trust, session.projectRoot),
    present: () => session.admission.present,
    settings: () => session.admission.settings,
    environment: () => settingsEnvironment(session.admission.settings, "host").variables,
    guardedFiles: () => guardedFiles(snapshot(), session.sources.cwd),
    heldSettings: () => session.admission.heldSettings,
    checkForChanges: () => session.checkForChanges(),
    watch: (onChange) => watchSources(sources, onChange),
    close: () => session.close(),
  };
  return hooks;
}
