import { spawn as nodeSpawn } from "node:child_process";
import { join } from "node:path";
import { brand, type EventName, events, type ProfileName, profiles } from "@snaphook/protocol";
import { admit } from "./admit/admit.ts";
import { admitSettings, idsInForce } from "./admit/admit-settings.ts";
import {
  type StandingHook,
  standingHooks,
  type Trustable,
  trustable,
  trustSubjects,
} from "./admit/standing.ts";
import { readSwitches } from "./admit/switches.ts";
import { openToggles, type Toggles } from "./admit/toggles.ts";
import { openTrustStore, type TrustStore } from "./admit/trust/trust-store.ts";
import { type Clock, systemClock } from "./clock.ts";
import { chosenProfile } from "./config/chosen-profile.ts";
import { loadConfiguration, type PendingChange } from "./config/configuration.ts";
import { settingsEnvironment } from "./config/environment.ts";
import { type ResolvedSources, resolveSources, type SettingsSources } from "./config/sources.ts";
import { watchSources } from "./config/watch.ts";
import { type Explanation, explain } from "./explain/explain.ts";
import { fold } from "./fold/fold.ts";
import { interpret } from "./interpret/interpret.ts";
import { match } from "./match/match.ts";
import { planRuns } from "./plan/plan-runs.ts";
import type { Spawn } from "./run/process/run-process.ts";
import { runAll } from "./run/run-all.ts";
import type { HookEvent, HookInput } from "./stages/hook-event.ts";
import type { OutcomeOf } from "./stages/outcome.ts";
import type { Snapshot } from "./stages/snapshot.ts";
import { recordTo, type TraceSink, traceRecord } from "./trace/trace.ts";

export interface HooksOptions extends SettingsSources {
  readonly sessionId: string;
  readonly profile?: ProfileName;
  /** Run what the project brings, this once, without a review (T2). Default: no. */
  readonly trustProject?: boolean;
  readonly trace?: TraceSink;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly spawn?: Spawn;
  readonly clock?: Clock;
}

/** Hooks of one session. */
export interface Hooks {
  /** Where the session started. */
  readonly cwd: string;
  /** Name and version of the profile. */
  readonly profile: string;
  /** Tells the hooks of an event and answers with what they come to. */
  fire<Name extends EventName>(
    name: Name,
    input: HookInput,
    options?: { readonly signal?: AbortSignal },
  ): Promise<OutcomeOf<Name>>;
  /** The same, stopped before anything runs: every configured hook, with a reason. */
  explain(name: EventName, input: HookInput): Promise<Explanation>;
  /** What is configured and in force. */
  snapshot(): Snapshot;
  /** How every hook stands, whatever the event. */
  states(): Promise<readonly StandingHook[]>;
  /** Everything the project brings that needs trust, with how it stands (T1, T6). */
  trustable(): Promise<readonly Trustable[]>;
  /** Ids of everything in force. */
  present(): ReadonlySet<string>;
  readonly trust: TrustStore;
  readonly toggles: Toggles;
  /** Looks for changed settings; the host fires ConfigChange and applies the change, or leaves it (C7). */
  checkForChanges(): Promise<PendingChange | undefined>;
  /** Calls back when settings may have changed; the answer ends the watch. */
  watch(onChange: () => void): Promise<() => Promise<void>>;
}

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
 */
export async function createHooks(options: HooksOptions): Promise<Hooks> {
  const { sessionId, trace, env = process.env, spawn = nodeSpawn, clock = systemClock } = options;
  const sources = resolveSources(options);
  const { cwd, home } = sources;
  const { config, profile } = await loadWithProfile(sources, options.profile);
  const ownFolder = join(home, brand.homeFolder);
  const trust = openTrustStore({
    file: join(ownFolder, "trust.json"),
    environment: { projectDirectory: cwd },
  });
  const toggles = openToggles({ file: join(ownFolder, "toggles.json") });
  if (options.trustProject) await trust.trustForSession(trustSubjects(config.current()));
  const context = { projectDirectory: cwd, home, activeSkills: new Set<string>() };
  const spent = new Set<string>();
  let admission = await admissionState(config.current());

  async function admissionState(snapshot: Snapshot) {
    const { inForce } = await admitSettings(snapshot, trust);
    const present = idsInForce(snapshot);
    return { settings: inForce, switches: readSwitches(inForce), toggles, trust, spent, present };
  }

  function describe<Name extends EventName>(
    name: Name,
    input: HookInput,
  ): HookEvent & { name: Name } {
    const common = { session_id: sessionId, cwd, hook_event_name: name };
    return { name, definition: events[name], input: Object.freeze({ ...common, ...input }) };
  }

  async function select(event: HookEvent) {
    const snapshot = config.current();
    const matched = match(snapshot, event, context);
    const admitted = await admit(matched, event.definition, admission);
    const plan = planRuns(admitted, { event: event.name, profile, projectDirectory: cwd });
    return { snapshot, admitted, plan };
  }

  return {
    cwd,
    profile: profile.name,
    trust,
    toggles,
    present: () => admission.present,
    snapshot: () => config.current(),
    async fire(name, input, { signal } = {}) {
      const start = clock.now();
      const time = clock.date();
      const event = describe(name, input);
      const { admitted, plan } = await select(event);
      const runs = await runAll(plan, event, {
        spawn,
        clock,
        projectDirectory: cwd,
        signal,
        environmentFor: ({ origin }) => ({
          ...env,
          ...settingsEnvironment(admission.settings, origin.scope).variables,
        }),
      });
      const verdicts = runs.map((run) => interpret(run, event, profile));
      const outcome = fold(event, verdicts, admitted.held, profile);
      const timing = { time, durationMs: clock.now() - start };
      recordTo(trace, () => traceRecord(event, admitted, verdicts, outcome, timing));
      return outcome;
    },
    states: () => standingHooks(config.current(), admission),
    trustable: () => trustable(config.current(), trust),
    async explain(name, input) {
      const event = describe(name, input);
      const { snapshot, admitted, plan } = await select(event);
      return explain(snapshot, event, { admitted, plan, context });
    },
    async checkForChanges() {
      const change = await config.check();
      if (!change) return undefined;
      return {
        ...change,
        async apply() {
          const known = idsInForce(config.current());
          await change.apply();
          const added = trustSubjects(change.next).filter(({ id }) => !known.has(id));
          if (options.trustProject) await trust.trustForSession(added);
          admission = await admissionState(change.next);
        },
      };
    },
    watch: (onChange) => watchSources(sources, onChange),
  };
}

/** Q2: the profile comes from the caller, then from managed or user settings, never from a project. */
async function loadWithProfile(sources: ResolvedSources, chosen: ProfileName | undefined) {
  const profile = profiles[chosen ?? "reference"];
  const config = await loadConfiguration(sources, profile);
  const name = chosen === undefined ? chosenProfile(config.current()) : undefined;
  if (name === undefined || profiles[name] === profile) return { config, profile };
  return { config: await loadConfiguration(sources, profiles[name]), profile: profiles[name] };
}
