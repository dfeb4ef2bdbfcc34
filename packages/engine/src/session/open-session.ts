import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand, type Profile, type ProfileName, profiles } from "@snaphook/protocol";
import { admitSettings, idsInForce } from "../admit/admit-settings.ts";
import { trustSubjects } from "../admit/hook-status.ts";
import { readSwitches } from "../admit/switches.ts";
import { openToggles, type Toggles } from "../admit/toggles.ts";
import { chosenProfile } from "../config/chosen-profile.ts";
import { loadConfiguration } from "../config/configuration.ts";
import { type ResolvedSources, resolveSources } from "../config/sources.ts";
import type { HooksOptions, Progress } from "../hooks.ts";
import { interpret } from "../interpret/interpret.ts";
import { type BackgroundRun, backgroundRuns } from "../run/background.ts";
import { collaborators } from "../run/collaborators.ts";
import { environmentFiles } from "../run/command/environment-files.ts";
import { prewarmed } from "../run/prewarm.ts";
import { settleRuns } from "../run/process/live-runs.ts";
import type { Snapshot } from "../stages/snapshot.ts";
import { type Redactor, redactor } from "../trace/redact/redactor.ts";
import { secretValues } from "../trace/redact/secret-values.ts";
import { backgroundRecord } from "../trace/trace-record.ts";
import { recordTo } from "../trace/trace-sink.ts";
import { scriptIdentity } from "../trust/script-identity.ts";
import { openTrustStore, type TrustStore } from "../trust/trust-store.ts";
import { editedGuards } from "./edited-guards.ts";
import { aboutRun } from "./run-id.ts";

/** Everything that all agents of a session share. */
export type Session = Awaited<ReturnType<typeof openSession>>;

/** Loads the configuration and opens what admission and runs need. */
export async function openSession(options: HooksOptions) {
  const sources = resolveSources(options);
  const { cwd, home } = sources;
  const { config, profile } = await loadWithProfile(sources, options.profile, prepareChange);
  const outside = collaborators(options);
  const ownFolder = join(home, brand.homeFolder);
  const folder = options.sessionFolder ?? join(tmpdir(), `${brand.command}-${randomUUID()}`);
  const projectRoot = await realpath(cwd).catch(() => cwd);
  const environment = { projectDirectory: projectRoot };
  const spares = prewarmed({ ...outside, scriptIdentity: scriptIdentity(cwd) });
  const trustStore = openTrustStore({ file: join(ownFolder, "trust.json"), environment });
  const trust: TrustStore = {
    ...trustStore,
    async distrust(ids) {
      spares.drop(ids);
      return trustStore.distrust(ids);
    },
  };
  const switchboard = openToggles({ file: join(ownFolder, "toggles.json") });
  const toggles: Toggles = {
    ...switchboard,
    async set(id, enabled) {
      if (!enabled) spares.drop([id]);
      return switchboard.set(id, enabled);
    },
  };
  if (options.trustProject) await trust.trustForSession(trustSubjects(config.current()));
  const listeners = new Set<(progress: Progress) => void>();
  const spent = new Set<string>();
  let known: { readonly settings: unknown; readonly redactor: Redactor } | undefined;

  async function admissionState(snapshot: Snapshot) {
    const { inForce, held } = await admitSettings(snapshot, trust);
    const present = idsInForce(snapshot);
    return {
      profile,
      settings: inForce,
      heldSettings: held,
      switches: readSwitches(inForce),
      edited: await editedGuards(snapshot, trust, present, profile),
      toggles,
      trust,
      spent,
      present,
    };
  }

  /** C7: admits the hooks of a changed set before it counts, so that both change at one moment. */
  async function prepareChange(next: Snapshot): Promise<() => void> {
    const known = idsInForce(config.current());
    const added = trustSubjects(next).filter(({ id }) => !known.has(id));
    if (options.trustProject) await trust.trustForSession(added);
    const admission = await admissionState(next);
    return () => {
      session.admission = admission;
      spares.drop();
    };
  }

  const session = {
    options,
    sources,
    projectRoot,
    profile,
    config,
    trust,
    toggles,
    spent,
    outside,
    folder,
    admission: await admissionState(config.current()),
    activeSkills: new Set<string>(),
    environmentFiles: environmentFiles(folder),
    /** Names the session's processes among those of others in this host. */
    owner: Symbol(options.sessionId),
    closing: new AbortController(),
    listeners,
    tell(progress: Progress) {
      for (const listener of listeners) {
        try {
          listener(progress);
        } catch (error) {
          process.emitWarning(`a listener to hooks failed: ${String(error)}`);
        }
      }
    },
    background: backgroundRuns(({ run, event, wakes }) => {
      const wake =
        wakes && run.end.how === "exited" && run.end.code === 2 ? run.stderr.text : undefined;
      const verdict = interpret(run, event, profile);
      const { recorded } = verdict;
      session.tell({
        type: "background-ended",
        ...aboutRun(run.planned, event),
        run,
        recorded,
        wake,
      });
      recordTo(options.trace, () =>
        backgroundRecord({
          event,
          profile: profile.name,
          time: outside.clock.date(),
          verdict,
          redactor: session.redactor(),
        }),
      );
    }),
    /** T3: knows the secrets of the host and of the settings in force. */
    redactor(): Redactor {
      const { settings } = session.admission;
      if (known?.settings !== settings) {
        const added = settings.map(({ values }) => values["env"]).filter(isVariables);
        const variables = [options.env ?? process.env, ...added];
        const values = secretValues(variables, options.credentialVariables ?? []);
        known = { settings, redactor: redactor(values) };
      }
      return known.redactor;
    },
    prewarmed: spares,
    /** C7: what has changed on disk, to be applied or left. */
    checkForChanges: () => config.check(),
    /** P13: whatever still runs is gone when this is done. */
    close() {
      closed ??= close();
      return closed;
    },
  };
  let closed: Promise<readonly BackgroundRun[]> | undefined;
  async function close() {
    session.closing.abort();
    spares.close();
    const ended = await session.background.close();
    await settleRuns(session.owner, outside.clock);
    session.environmentFiles.clear();
    try {
      if (typeof options.trace === "object") await options.trace.close?.();
      if (options.sessionFolder === undefined) rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      process.emitWarning(`the session was closed, but not all of it tidied up: ${String(error)}`);
    }
    return ended;
  }
  return session;
}

/** Q2: the profile comes from the caller, then from managed or user settings, never from a project. */
async function loadWithProfile(
  sources: ResolvedSources,
  chosen: ProfileName | undefined,
  prepare: (next: Snapshot) => Promise<() => void>,
) {
  const profile: Profile = profiles[chosen ?? "reference"];
  const config = await loadConfiguration(sources, profile, prepare);
  const name = chosen === undefined ? chosenProfile(config.current()) : undefined;
  if (name === undefined || profiles[name] === profile) return { config, profile };
  return {
    config: await loadConfiguration(sources, profiles[name], prepare),
    profile: profiles[name],
  };
}

const isVariables = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
