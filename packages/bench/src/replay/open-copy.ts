import { randomUUID } from "node:crypto";
import { constants, copyFileSync, cpSync, existsSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  type ConfiguredHook,
  createHooks,
  type FireInput,
  type Hooks,
  type Outcome,
  type Progress,
} from "@snaphook/engine";
import { makeFolder } from "@snaphook/engine/internal";
import { brand, inputForHooks } from "@snaphook/protocol";
import { profileOf } from "../chaos/run-alone.ts";
import { waitForBackground } from "../test/background-hooks.ts";
import { copyHomeScripts } from "../test/hook-alone.ts";
import { makeScratch, type Scratch } from "../test/scratch.ts";
import { trustedDefinitions } from "../test/trusted-definitions.ts";
import { decisionOf } from "./decision.ts";
import { type Configuration, keyOf } from "./load-configuration.ts";
import { pathMover } from "./move-paths.ts";
import type { Decision, RecordedEvent } from "./recorded-event.ts";

/** What came of an event. */
export interface Fired {
  readonly decision: Decision;
  /** Keys of the hooks that refused it. */
  readonly refusedBy: readonly string[];
  /** Keys of the hooks that the event selected, also of those that are left out. */
  readonly selected: readonly string[];
}

/** The hooks of a project in a copy of it, in which events can be fired one after another. */
export interface HooksCopy {
  /** Keys of the hooks that are in the copy. */
  readonly keys: ReadonlySet<string>;
  fire(event: RecordedEvent, signal: AbortSignal): Promise<Fired>;
  /** Waits for hooks in the background, unless the signal ends that; then removes the copy. */
  close(signal: AbortSignal): Promise<void>;
}

/** Copies a project and opens its hooks there; `onProgress` gets every run with the key of its hook. */
export async function openCopy(
  configuration: Configuration,
  onProgress: (key: string, progress: Progress) => void,
): Promise<HooksCopy> {
  const { project, sources, leftOut } = configuration;
  const scratch = await makeScratch(project, `${brand.command}-replay`);
  try {
    copyUserHooks(configuration, scratch);
    const { settings, pluginDirectories = [] } = sources;
    const sessionId = randomUUID();
    const trusted = await trustedDefinitions(sources);
    const hooks = await createHooks({
      ...sources,
      cwd: scratch.project,
      home: scratch.home,
      env: scratch.env,
      pluginDirectories: pluginDirectories.map((folder) => scratch.inside(folder)),
      ...(settings === undefined ? {} : { settings: inCopy(settings, scratch) }),
      sessionId,
      sessionFolder: join(scratch.base, sessionId),
      permissionMode: "default",
      headless: true,
    });
    await trusted.trustIn(hooks);
    const keys = new Map<string, string>();
    for (const hook of hooks.config.snapshot().hooks) {
      const key = keyOf(hook, scratch.project);
      // Of identical hooks, the first one runs (P4).
      if (!keys.has(hook.id)) keys.set(hook.id, key);
      if (leftOut.has(key)) await turnOff(hook, hooks);
    }
    let selected: string[] = [];
    hooks.on((progress) => {
      const key = keys.get(progress.hook.id);
      if (key === undefined) return;
      if (progress.type === "run-started" || progress.type === "run-skipped") selected.push(key);
      onProgress(key, progress);
    });
    const profile = profileOf(hooks.profile);
    const transcriptIn = transcriptCopies(scratch);
    const moversOf = pathMovers(configuration, scratch);
    return {
      keys: new Set(keys.values()),
      async fire(event, signal) {
        selected = [];
        const { toCopy, toOriginal } = moversOf(event);
        const fields = inputForHooks(profile, toCopy(event.fields));
        const cwd = event.cwd === undefined ? scratch.project : toCopy(event.cwd);
        const input = {
          ...fields,
          ...transcriptIn(event),
          session_id: event.session,
          cwd:
            cwd === scratch.project || cwd.startsWith(`${scratch.project}/`)
              ? cwd
              : scratch.project,
        };
        const outcome: Outcome = await hooks.fire(
          event.event,
          input as unknown as FireInput<typeof event.event>,
          { signal },
        );
        const after = "input" in outcome ? outcome.input : undefined;
        const rewritten = isDeepStrictEqual(after, fields["tool_input"]) ? undefined : after;
        const decision = toOriginal(decisionOf(outcome, rewritten));
        return {
          decision,
          refusedBy:
            decision.verdict === "refused"
              ? outcome.decidedBy.flatMap(({ id }) => keys.get(id) ?? [])
              : [],
          selected,
        };
      },
      async close({ aborted }) {
        if (!aborted) await waitForBackground(hooks);
        await hooks.close();
        await scratch.remove();
      },
    };
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

/** Throws if the hook could still run: it may have effects outside the copy. */
async function turnOff({ id, label }: ConfiguredHook, { config }: Hooks): Promise<void> {
  const written = await config.toggles.set(id, false);
  if (!written.ok) throw new Error(`${label} cannot be left out: ${written.problem.found}`);
}

const inCopy = (settings: string, scratch: Scratch): string =>
  settings.trimStart().startsWith("{") ? settings : scratch.inside(settings);

/** The user's own hooks are in force too. Their settings and scripts are copied; nothing else of the home is. */
function copyUserHooks({ home, userFolder, hooks }: Configuration, scratch: Scratch): void {
  const target = join(scratch.home, ".claude");
  makeFolder(target);
  for (const name of ["settings.json", "hooks"])
    if (existsSync(join(userFolder, name)))
      cpSync(join(userFolder, name), join(target, name), { recursive: true, dereference: true });
  copyHomeScripts(scratch, { home, scripts: hooks.flatMap(({ scripts }) => scripts) });
}

/** Paths of the recording lead to the copy, and paths of the copy in what hooks say lead back. */
function pathMovers({ project }: Configuration, scratch: Scratch) {
  const known = new Map<string, ReturnType<typeof moversFor>>();
  const moversFor = (root: string) => ({
    toCopy: pathMover([[root, scratch.project]]),
    toOriginal: pathMover([
      [scratch.project, root],
      [scratch.home, homedir()],
      [join(scratch.base, "tmp"), tmpdir()],
    ]),
  });
  return ({ root = project }: RecordedEvent) => {
    const movers = known.get(root) ?? moversFor(root);
    known.set(root, movers);
    return movers;
  };
}

/** Hooks get a copy of the transcript, made once for each file. */
function transcriptCopies({ base }: Scratch) {
  const copy = join(base, "transcript.jsonl");
  let copied: string | undefined;
  return ({ file, recorded }: RecordedEvent) => {
    if (recorded !== undefined) return {};
    if (copied !== file) copyFileSync(file, copy, constants.COPYFILE_FICLONE);
    copied = file;
    return { transcript_path: copy };
  };
}
