import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand, type EventName, type Profile, profiles, programOf } from "@snaphook/protocol";
import { openToggles, type Toggles } from "../admit/toggles.ts";
import {
  type Configuration,
  loadConfiguration,
  type PrepareChange,
} from "../config/configuration.ts";
import { settingsEnvironment } from "../config/environment.ts";
import { chosenProfile } from "../config/profile-setting.ts";
import { type ResolvedSources, resolveSources } from "../config/sources.ts";
import type { HooksOptions, Progress } from "../hooks.ts";
import { backgroundRuns } from "../run/background.ts";
import { withDefaults } from "../run/collaborators.ts";
import { environmentFiles } from "../run/command/environment-files.ts";
import { findBash } from "../run/command/find-bash.ts";
import { type Prewarmed, prewarmed } from "../run/prewarm.ts";
import { processStarter } from "../run/process-starter.ts";
import { holdRunner } from "../run/runner/shared-runner.ts";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import { processWarning } from "../text/process-warning.ts";
import { scriptIdentity } from "../trust/script-identity.ts";
import { openTrustStore, type TrustStore } from "../trust/trust-store.ts";
import { admissionOf, removedGuards, trustProject } from "./admission.ts";
import { checkOptions } from "./check-options.ts";
import { closeSession } from "./close-session.ts";
import type { HookSession } from "./hook-session.ts";
import { type HostMistakes, hostMistakes } from "./host-mistakes.ts";
import { reportBackgroundEnd } from "./report-background-end.ts";
import { sessionRedactor } from "./session-redactor.ts";

/**
 * Opens what all dispatches of a session share.
 *
 * 1. The configuration is loaded, under the profile the caller or the user chose.
 * 2. The trust store and the switches are opened.
 * 3. What is configured is admitted: trust, switches, edited guards.
 */
export async function openSession(options: HooksOptions): Promise<HookSession> {
  checkOptions(options);
  const sources = resolveSources(options);
  const collaborators = withDefaults(options);
  const prepareChange: PrepareChange = (next, reviewed) => prepare(session, next, reviewed);
  const config = await loadWithProfile(sources, options, prepareChange);
  const projectRoot = await realpath(sources.cwd).catch(() => sources.cwd);
  const processes = processStarter(options);
  const spares = prewarmed({
    start: processes.start,
    clock: collaborators.clock,
    scriptIdentity: scriptIdentity({ projectDirectory: sources.cwd, home: sources.home }),
  });
  const stores = openStores(sources.home, projectRoot, spares);
  const folder = options.sessionFolder ?? join(tmpdir(), `${brand.command}-${randomUUID()}`);
  const listeners = new Set<(progress: Progress) => void>();
  const shared = { options, profile: config.profile, spent: new Set<string>(), ...stores };
  await trustProject(shared, config.current());
  const mistakes = hostMistakes();
  const redactor = sessionRedactor(options, () => session.admission.settings);
  const admission = await admissionOf(shared, config.current());
  const session: HookSession = {
    ...shared,
    sources,
    projectRoot,
    config,
    collaborators,
    bash: bashOf(collaborators.platform, options, projectRoot),
    folder,
    admission,
    activeSkills: new Set(),
    activeCommands: new Set(),
    environmentFiles: environmentFiles(folder),
    owner: Symbol(options.sessionId),
    closing: new AbortController(),
    foreground: new AbortController(),
    listeners,
    report: (progress) => callAll(listeners, progress),
    background: backgroundRuns((ended) => reportBackgroundEnd(session, ended)),
    redactor,
    ...firedEvents(options, config.profile, admission.settings, mistakes),
    mistakes,
    reportedSkipped: new Set(),
    prewarmed: spares,
    processes,
    releaseRunner: holdRunner(),
    close() {
      closed ??= closeSession(session);
      return closed;
    },
  };
  let closed: ReturnType<HookSession["close"]> | undefined;
  if (config.current().hooks.some(startsProcess)) processes.prepare();
  return session;
}

const bashOf = (
  platform: string,
  { env = process.env }: HooksOptions,
  projectRoot: string,
): string | undefined => (platform === "win32" ? undefined : findBash(env["PATH"], projectRoot));

const startsProcess = ({ handler }: ConfiguredHook): boolean => programOf(handler) !== undefined;

/** The events of the host, which may depend on the profile and the variables that settings chose. */
function firedEvents(
  { fires }: HooksOptions,
  profile: Profile,
  settings: HookSession["admission"]["settings"],
  mistakes: HostMistakes,
): Pick<HookSession, "isFired" | "noteFired"> {
  const listed =
    typeof fires === "function"
      ? fires(profile.name, settingsEnvironment(settings, "host").variables)
      : fires;
  const fired = listed && new Set(listed);
  const isInProfile = (event: EventName) =>
    profile.events === "all" || profile.events.includes(event);
  return {
    isFired: (event) => fired?.has(event) ?? true,
    noteFired(event) {
      if (!fired || fired.has(event) || !isInProfile(event)) return;
      fired.add(event);
      mistakes.report(
        "fires",
        `${event} was fired, and fires does not list it, so its hooks were called inactive although they run`,
        `add "${event}" to fires`,
      );
    },
  };
}

/** Trust and switches; a hook that loses either loses its prewarmed process (P17). */
function openStores(home: string, projectRoot: string, spares: Prewarmed) {
  const ownFolder = join(home, brand.homeFolder);
  const store = openTrustStore({
    file: join(ownFolder, "trust.json"),
    environment: { projectDirectory: projectRoot, home },
  });
  const trust: TrustStore = {
    ...store,
    distrust(ids) {
      spares.drop(ids);
      return store.distrust(ids);
    },
  };
  const switches = openToggles({ file: join(ownFolder, "toggles.json") });
  const toggles: Toggles = {
    ...switches,
    set(id, enabled) {
      if (!enabled) spares.drop([id]);
      return switches.set(id, enabled);
    },
  };
  return { trust, toggles };
}

/** C7: computes the admission of changed settings first, so that both change at the same moment. */
async function prepare(
  session: HookSession,
  next: Snapshot,
  reviewed: readonly string[],
): Promise<() => void> {
  const removed = await removedGuards(session, next, reviewed);
  await trustProject(session, next, session.config.current());
  const admission = await admissionOf(session, next, removed);
  return () => {
    session.admission = admission;
    session.prewarmed.drop();
  };
}

function callAll(listeners: Iterable<(progress: Progress) => void>, progress: Progress): void {
  for (const listener of listeners) {
    try {
      listener(progress);
    } catch (error) {
      processWarning(`a hook listener failed: ${String(error)}`);
    }
  }
}

/** Q2: the profile comes from the caller, then from managed or user settings, never from a project. */
async function loadWithProfile(
  sources: ResolvedSources,
  { profile: chosen, defaultProfile = "reference" }: HooksOptions,
  prepareChange: PrepareChange,
): Promise<Configuration> {
  const profile = profiles[chosen ?? defaultProfile];
  const config = await loadConfiguration(sources, profile, prepareChange);
  const name = chosen === undefined ? chosenProfile(config.current()) : undefined;
  if (name === undefined || profiles[name] === profile) return config;
  return loadConfiguration(sources, profiles[name], prepareChange);
}
