import type { EventName } from "@snaphook/protocol";
import { hookStatuses, trustable } from "./admit/hook-status.ts";
import { type ReadCode, readCodeHooks, withCodeHooks } from "./config/code-hooks.ts";
import { serverNames } from "./config/configured-servers.ts";
import { settingsEnvironment } from "./config/environment.ts";
import { watchSources } from "./config/watch.ts";
import { cancelOutcome } from "./fold/cancel-outcome.ts";
import type {
  FireInput,
  FireOptions,
  Hooks,
  HooksConfig,
  HooksOptions,
  HooksTrust,
  ScopeOptions,
} from "./hooks.ts";
import { inactiveReport } from "./inactive/inactive-report.ts";
import { filesNotLoaded } from "./inactive/not-loaded.ts";
import { parentSettings } from "./inactive/parent-settings.ts";
import { lateMessages } from "./interpret/late-messages.ts";
import { commandKey } from "./match/match.ts";
import { refillSpares } from "./run/refill-spares.ts";
import { runAll } from "./run/run-all.ts";
import { whyItFails } from "./run/why-it-fails.ts";
import { type AgentView, cwdOf } from "./session/agent-view.ts";
import { cancelRuns } from "./session/cancel-runs.ts";
import { checkCall, checkDecision, checkScope } from "./session/check-options.ts";
import { describeEvent } from "./session/describe-event.ts";
import { notAccepted } from "./session/edited-guards.ts";
import { foldRuns } from "./session/fold-runs.ts";
import type { HookSession } from "./session/hook-session.ts";
import { interpretFor, interpretOnce } from "./session/interpret-once.ts";
import { observeRuns } from "./session/observe-runs.ts";
import { openSession } from "./session/open-session.ts";
import { recordAnswer, recordDispatch } from "./session/record-dispatch.ts";
import { reportSkipped } from "./session/report-skipped.ts";
import { runContext } from "./session/run-context.ts";
import { explainSelection, selectHooks } from "./session/select-hooks.ts";
import { judgeBySettings } from "./session/settings-rules.ts";
import { shellOf } from "./session/shell-of.ts";
import { spendOnce } from "./session/spend-once.ts";
import type { OutcomeOf } from "./stages/outcome.ts";
import type { Snapshot } from "./stages/snapshot.ts";
import { commandForSession } from "./text/command-for-session.ts";
import { callTool } from "./tool/call-tool.ts";
import { decideToolCall } from "./tool/decide-tool-call.ts";
import { runToolCall } from "./tool/run-tool-call.ts";
import type { ToolCallSession } from "./tool/tool-call.ts";
import { keepLongMessages, keepLongTexts } from "./trace/keep-long-texts.ts";
import { createGuardedFiles } from "./trust/guarded-files.ts";
import { subjectOfHook } from "./trust/trust-subjects.ts";

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

/** One event from start to end. */
async function fire<Name extends EventName>(
  view: AgentView,
  name: Name,
  input: FireInput<Name>,
  options: FireOptions,
): Promise<OutcomeOf<Name>> {
  const { session } = view;
  const { profile, collaborators } = session;
  const [date, start] = [collaborators.clock.date(), collaborators.clock.now()];
  const event = describeEvent(view, name, input);
  session.noteFired(name);
  const interpretRun = interpretFor(event, session.options);
  const verdictOf = interpretOnce(interpretRun, profile);

  const selection = await selectHooks(view, event);
  const { admitted, plan } = selection;
  session.prewarmed.drop(admitted.held.map(({ hook }) => hook.id));
  const skipped = reportSkipped(session, selection);

  const selected = collaborators.clock.now();
  const context = runContext(session, view.scope);
  const observed = observeRuns(session, event, options, verdictOf);
  const aborted = session.closing.signal.aborted || options.signal?.aborted === true;
  const runs = await runAll(plan, event, context, observed);

  const ran = collaborators.clock.now();
  const verdicts = runs.map(verdictOf);
  spendOnce(session, verdicts);
  const decided = foldRuns(event, { runs, verdicts, held: admitted.held }, profile, interpretRun);
  const folded = aborted ? cancelOutcome(decided) : decided;
  const complete =
    skipped.length === 0
      ? folded
      : Object.assign({}, folded, { messages: [...folded.messages, ...skipped] });
  const outcome = keepLongTexts(complete, session.folder);

  const times = { date, start, selected, ran };
  recordDispatch(session, selection, verdicts, outcome, times, options);
  refillSpares(plan, event, context);
  return outcome;
}

/** Nothing runs after `close`, and a guard that does not run must not look like one that has no objection. */
function checkOpen({ closing }: HookSession, what: string): void {
  if (closing.signal.aborted) throw closedError(what);
}

const closedError = (what: string): Error => new Error(`${what} after these hooks were closed`);

/** The hooks of a session, as the agent of a scope sees them. */
function hooksOf(session: HookSession, scope: ScopeOptions, code: ReadCode): Hooks {
  const view: AgentView = { session, scope, snapshot: snapshotWith(session, code) };
  // A call that runs while the session closes still fires its last event.
  const forTools: ToolCallSession = {
    hooks: { fire: (name, input, options = {}) => fire(view, name, input as never, options) },
    judgeBySettings: (call) =>
      judgeBySettings(call, session.admission.settings, {
        cwd: cwdOf(view),
        projectDirectory: session.sources.cwd,
        home: session.sources.home,
      }),
    recordAnswer: (question, answer) =>
      recordAnswer(session, describeEvent(view, "PermissionRequest", question as never), answer),
    profile: session.profile,
    clock: session.collaborators.clock,
  };
  const hooks: Hooks = {
    cwd: session.sources.cwd,
    profile: session.profile.name,
    config: configOf(view),
    trust: trustOf(view),
    fire: (name, input, options = {}) =>
      session.closing.signal.aborted
        ? Promise.reject(closedError(`${name} was fired`))
        : fire(view, name, input, options),
    explain: async (name, input) =>
      explainSelection(await selectHooks(view, describeEvent(view, name, input)), {
        isFired: session.isFired(name),
        whyItFails: whyItFails(session.collaborators),
      }),
    tool: async (call, execute, options = {}) => {
      checkCall(call, options, execute ?? null);
      checkOpen(session, `a call of ${call.name} came`);
      return callTool(forTools, call, execute, options);
    },
    decide: async (call, options = {}) => {
      checkCall(call, options);
      checkOpen(session, `a call of ${call.name} came`);
      return decideToolCall(forTools, call, options);
    },
    run: async (decision, execute, options = {}) => {
      checkDecision(decision);
      checkCall(decision.call, options, execute ?? null);
      checkOpen(session, `a call of ${decision.call.name} came`);
      return runToolCall(forTools, decision, execute, options);
    },
    scope(inner) {
      checkScope(inner);
      const own = readCodeHooks(inner.hooks ?? {}, session.profile, inner.agentId ?? "scope");
      return hooksOf(session, { ...scope, ...inner }, joined(code, own));
    },
    takeLateMessages() {
      const late = lateMessages(session.background.takeFinished(), session.profile);
      return keepLongMessages(late, session.folder);
    },
    backgroundRuns: () => session.background.list(),
    cancelRuns: () => cancelRuns(session),
    on(listener) {
      if (typeof listener !== "function") throw new TypeError("on needs a function");
      session.listeners.add(listener);
      return () => void session.listeners.delete(listener);
    },
    close: () => session.close(),
  };
  return hooks;
}

const joined = (outer: ReadCode, inner: ReadCode): ReadCode => ({
  hooks: [...outer.hooks, ...inner.hooks],
  diagnostics: [...outer.diagnostics, ...inner.diagnostics],
});

/** The session's snapshot with an agent's own hooks behind it; the same object until a change is applied. */
function snapshotWith({ config }: HookSession, code: ReadCode): () => Snapshot {
  let combined: { readonly base: Snapshot; readonly all: Snapshot } | undefined;
  return () => {
    const base = config.current();
    if (combined?.base !== base) combined = { base, all: withCodeHooks(base, code) };
    return combined.all;
  };
}

/** With what the host itself does wrong. */
function withMistakes(snapshot: Snapshot, { mistakes }: HookSession): Snapshot {
  const found = mistakes.list();
  return found.length === 0
    ? snapshot
    : Object.freeze({ ...snapshot, diagnostics: [...snapshot.diagnostics, ...found] });
}

function configOf({ session, snapshot }: AgentView): HooksConfig {
  const { sources, environmentFiles, activeSkills, activeCommands } = session;
  const { profile } = session.options;
  const sessionSources = { ...sources, ...(profile === undefined ? {} : { profile }) };
  const host = { isFired: session.isFired, whyItFails: whyItFails(session.collaborators) };
  const statuses = () => hookStatuses(snapshot(), session.admission, host);
  const guardedFiles = createGuardedFiles({
    projectDirectory: sources.cwd,
    home: sources.home,
    isTrusted: async (hook) =>
      !hook.origin.needsTrust ||
      (await session.trust.check(subjectOfHook(hook), session.admission)).state !== "untrusted",
  });
  return {
    snapshot: () => withMistakes(snapshot(), session),
    shellOf: (hook) => shellOf(session, hook),
    statuses,
    inactive: async () =>
      inactiveReport({
        statuses: await statuses(),
        switches: session.admission.switches,
        notLoaded: await filesNotLoaded(sources, session.profile, snapshot().files),
        trustable: await trustable(snapshot(), session.trust, session.projectRoot),
        edited: await notAccepted(session.admission.edited, session.admission),
        profile: session.profile,
        untrustedSettings: session.admission.untrustedSettings.filter(
          (one) => !sources.onlyAddedServers || serverNames([one]).length === 0,
        ),
        snapshot: snapshot(),
        parentFiles: parentSettings(sources),
        session: sessionSources,
      }),
    commandFor: (words) => commandForSession(words, sessionSources),
    isFired: session.isFired,
    toggles: session.toggles,
    settings: () => session.admission.settings,
    untrustedSettings: () => session.admission.untrustedSettings,
    environment: () => settingsEnvironment(session.admission.settings, "host").variables,
    environmentFiles: () => environmentFiles.list(),
    clearEnvironmentFiles: () => environmentFiles.clear(),
    guardedFiles: async () => (await guardedFiles(snapshot())).files,
    guardedData: async () => (await guardedFiles(snapshot())).data,
    startedFiles: async () => (await guardedFiles(snapshot())).started,
    useSkill: (name) => void activeSkills.add(name),
    endSkill: (name) => void activeSkills.delete(name),
    useCommand: (command) => void activeCommands.add(commandKey(command)),
    endCommands() {
      activeCommands.clear();
      activeSkills.clear();
    },
    runner: () => session.processes.status(),
    checkForChanges: () => session.config.check(),
    unapplied: () => session.config.pending(),
    watch: (onChange) => watchSources(sources, onChange),
  };
}

const trustOf = ({ session, snapshot }: AgentView): HooksTrust => ({
  ...session.trust,
  list: () => trustable(snapshot(), session.trust, session.projectRoot),
  knownIds: () => session.admission.present,
});
