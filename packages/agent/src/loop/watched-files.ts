import { readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Clock, watchFiles } from "@snaphook/engine/internal";
import { events } from "@snaphook/protocol";
import type { EventFields } from "../effects/step.ts";
import { errorText } from "../error-text.ts";
import type { Agent, UnfiredHooks } from "./agent.ts";
import type { Emit } from "./agent-event.ts";
import type { CurrentTurn } from "./current-turn.ts";
import { warning } from "./warning.ts";
import { createLoopGuard } from "./watched-loop.ts";

/** The files of a session whose changes fire FileChanged. */
export interface WatchedFiles {
  /** Watches the files that matchers name; to be called again after settings have changed. */
  refresh(): Promise<void>;
  /** `watchPaths` of a hook: watched from now on, instead of those that a hook named before. */
  takePaths(fields: EventFields): void;
  stop(): Promise<void>;
}

export interface WatchedFilesOptions {
  readonly projectDirectory: string;
  cwd(): string;
  hooks(): UnfiredHooks;
  readonly dispatch: Agent["dispatch"];
  readonly turn: Pick<CurrentTurn, "stop">;
  readonly emit: Emit;
  readonly clock: Clock;
  /** Events that no one waits for. */
  readonly unwaited: Set<Promise<unknown>>;
}

const event = "FileChanged";
const maxWatched = 1000;

export function watchedFiles(options: WatchedFilesOptions): WatchedFiles {
  const { hooks, dispatch, turn, emit, unwaited } = options;
  const loops = createLoopGuard(options.clock);
  /** What each file was when it was last looked at; `undefined`: it was not there. */
  const known = new Map<string, string | undefined>();
  /** Those that changed endlessly. */
  const ignored = new Set<string>();
  let named: readonly string[] = [];
  let answered: readonly string[] = [];
  let watched: readonly string[] = [];
  let seen: unknown;
  let watch: Promise<() => Promise<void>> = Promise.resolve(noWatch);
  let isOver = false;

  function look(path: string): void {
    const [before, now] = [known.get(path), stateOf(path)];
    if (isOver || before === now) return;
    known.set(path, now);
    if (ignored.has(path)) return;
    if (loops.isEndless(path)) {
      ignored.add(path);
      emit(
        warning(
          `${path} changes each time its ${event} hooks run, so it is no longer watched; such a hook must not change the file that it is for`,
        ),
      );
      return;
    }
    fire(path, before === undefined ? "add" : now === undefined ? "unlink" : "change");
  }

  function fire(path: string, what: "add" | "change" | "unlink"): void {
    const fired = dispatch(event, { file_path: path, event: what })
      .then((step) => {
        loops.ran(path);
        if (isOver) return;
        takePaths(step.fields);
        if (step.do === "stop" && !turn.stop(step.reason))
          emit(warning(`continue: false of a ${event} hook has no effect: no turn is running`));
      })
      .finally(() => unwaited.delete(fired));
    unwaited.add(fired);
  }

  function update(): void {
    const all = [...new Set([...named, ...answered])];
    if (all.length > maxWatched)
      emit(
        warning(
          `${all.length} files are to be watched, which is too many; only the first ${maxWatched} are`,
        ),
      );
    const next = all.slice(0, maxWatched);
    if (isOver || next.join("\n") === watched.join("\n")) return;
    watched = next;
    const files = new Set(next.flatMap(filesAt));
    for (const path of known.keys()) if (!files.has(path)) known.delete(path);
    for (const path of files) if (!known.has(path)) known.set(path, stateOf(path));
    watch = watch.then(async (close) => {
      await close();
      if (isOver || watched !== next || next.length === 0) return noWatch;
      const started = await watchFiles(next, look, problem).catch(problem);
      // What has changed before the watch was set up.
      for (const path of next.flatMap(filesAt)) look(path);
      return started ?? noWatch;
    });
  }

  function problem(error: unknown): undefined {
    emit(warning(`some files cannot be watched: ${errorText(error)}`));
  }

  function takePaths({ watchPaths }: EventFields): void {
    if (!Array.isArray(watchPaths)) return;
    answered = watchPaths
      .map((path) => resolve(options.cwd(), String(path)))
      .filter((path) => {
        const folder = dirname(path);
        const exists = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
        if (!exists)
          emit(warning(`${path} from watchPaths is not watched: there is no folder ${folder}`));
        return exists;
      });
    if (answered.length > 0 && !hooksOf(hooks()).some(Boolean))
      emit(warning(`watchPaths has no effect: no ${event} hook is configured`));
    else update();
  }

  return {
    async refresh() {
      const snapshot = hooks().config.snapshot();
      if (snapshot === seen || isOver) return;
      seen = snapshot;
      const statuses = hooksOf(hooks()).length > 0 ? await hooks().config.statuses() : [];
      named = statuses.flatMap(({ hook, state }) =>
        hook.event === event && state === "ready" && hook.matcher.kind !== "everything"
          ? (events[event].filesOfMatcher?.(hook.matcher.pattern ?? "").names ?? []).map((name) =>
              join(options.projectDirectory, name),
            )
          : [],
      );
      update();
    },
    takePaths,
    async stop() {
      isOver = true;
      await (await watch)();
    },
  };
}

const noWatch = async () => {};

const hooksOf = ({ config }: UnfiredHooks) =>
  config.snapshot().hooks.filter((hook) => hook.event === event && !hook.dormant);

/** Identifies the state of a file; a folder has none. */
function stateOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() ? `${found.ino} ${found.size} ${found.mtimeMs}` : undefined;
  } catch {
    return undefined;
  }
}

/** The path itself, or of a folder, the files in it. */
function filesAt(path: string): readonly string[] {
  try {
    return readdirSync(path).map((name) => join(path, name));
  } catch {
    return [path];
  }
}
