import { type EventName, events, profiles } from "@snaphook/protocol";
import { admit } from "./admit/admit.ts";
import { standingHooks, trustable } from "./admit/standing.ts";
import { readCodeHooks, withCodeHooks } from "./config/code-hooks.ts";
import { settingsEnvironment } from "./config/environment.ts";
import { watchSources } from "./config/watch.ts";
import { refusalsOfEdited } from "./edited-guards.ts";
import { explain } from "./explain/explain.ts";
import { diverge } from "./fold/diverge.ts";
import { fold } from "./fold/fold.ts";
import { guardedFiles } from "./guarded-files.ts";
import type { FireOptions, Hooks, ScopeOptions } from "./hooks.ts";
import type { HooksOptions } from "./hooks-options.ts";
import { interpret } from "./interpret/interpret.ts";
import { lateMessages } from "./interpret/late-messages.ts";
import { match, matcherHolds } from "./match/match.ts";
import { planRuns } from "./plan/plan-runs.ts";
import { refillSpares } from "./run/refill-spares.ts";
import { runAll } from "./run/run-all.ts";
import { runContext } from "./run-context-of.ts";
import { aboutHook, aboutRun } from "./run-id.ts";
import { openSession, type Session } from "./session.ts";
import type { HookEvent, HookInput } from "./stages/hook-event.ts";
import type { OutcomeOf } from "./stages/outcome.ts";
import type { ConfiguredHook, Snapshot } from "./stages/snapshot.ts";
import { runToolCall } from "./tool-call.ts";
import { keepLongMessages, keepLongTexts } from "./trace/keep-long-texts.ts";
import { dispatchRecord } from "./trace/trace-record.ts";
import { recordTo } from "./trace/trace-sink.ts";

export type { HooksOptions } from "./hooks-options.ts";

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
  const event = describe(view, name, input);
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

/** U3, SPEC 12: some hosts record prompt and agent hooks that an event would run if they could run there. */
function tellSkipped({ listeners, profile, tell }: Session, { hooks }: Snapshot, event: HookEvent) {
  if (listeners.size === 0 || !profile.recordsSkippedOn.includes(event.name)) return;
  for (const hook of hooks)
    if (
      hook.dormant?.reason === "not-on-this-event" &&
      asksModel(hook) &&
      matcherHolds(hook, event)
    )
      tell({ type: "run-skipped", ...aboutHook(hook, event), because: hook.dormant.because });
}

/** Whether a hook is passed over for its type alone: one with an `if` is not looked at. */
const asksModel = ({ handler: { type, if: condition } }: ConfiguredHook): boolean =>
  condition === undefined && (type === "prompt" || type === "agent");

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

/** E21: the event with its complete input. */
function describe<Name extends EventName>(
  { session, scope }: View,
  name: Name,
  input: HookInput,
): HookEvent & { readonly name: Name } {
  const { sessionId, transcriptPath } = { ...session.options, ...scope };
  const permissionMode = now(scope.permissionMode);
  const common = {
    session_id: sessionId,
    ...(transcriptPath === undefined ? {} : { transcript_path: transcriptPath }),
    cwd: now(scope.cwd) ?? session.sources.cwd,
    ...(permissionMode === undefined ? {} : { permission_mode: permissionMode }),
    ...(scope.agentId === undefined ? {} : { agent_id: scope.agentId }),
    ...(scope.agentType === undefined ? {} : { agent_type: scope.agentType }),
    ...(scope.fields ? present(scope.fields()) : {}),
    hook_event_name: name,
  };
  const told = Object.freeze({ ...common, ...present(input), hook_event_name: name });
  return { name, definition: events[name], input: told };
}

const present = (input: HookInput): HookInput =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

const now = (value: string | (() => string) | undefined): string | undefined =>
  typeof value === "function" ? value() : value;

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
      const event = describe(view, name, input);
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
    states: () => standingHooks(snapshot(), session.admission),
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
