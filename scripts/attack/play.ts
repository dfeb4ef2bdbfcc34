import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Call, Group, Mode, Try } from "./group.ts";
import { type Listener, startListener } from "./listener.ts";
import { type Reply, startModel } from "./model.ts";
import { createPlace, type Place } from "./place.ts";
import { type Ended, startCommand } from "./start-command.ts";
import { harmOf, type Observation, showsSecret } from "./verdict.ts";

export interface Played {
  readonly one: Try;
  readonly seen: Observation;
}

export interface PlayOptions {
  readonly mode: Mode | "bypassPermissions";
  /** Variables that turn something of the product on or off. */
  readonly env: Readonly<Record<string, string>>;
}

/** Where a session of tries runs. */
interface Scene extends PlayOptions {
  readonly group: Group;
  readonly place: Place;
  readonly listener: Listener;
}

/** Plays tries, as many as possible in one session: that of a guard ends after a try that did harm. */
export async function playTries(
  group: Group,
  tries: readonly Try[],
  options: PlayOptions,
): Promise<readonly Played[]> {
  const listener = await startListener();
  const played: Played[] = [];
  for (let rest = tries; rest.length > 0; rest = tries.slice(played.length)) {
    const [first] = rest as [Try];
    const alone = group.separate || hasOwnScene(first);
    const until = rest.findIndex((one, index) => index > 0 && hasOwnScene(one));
    const batch = alone ? [first] : rest.slice(0, until < 0 ? undefined : until);
    const place = createPlace(group, first, listener, options.mode === "bypassPermissions");
    listener.taken();
    played.push(...(await playSession(batch, { ...options, group, place, listener })));
    place.remove();
  }
  listener.close();
  return played;
}

const hasOwnScene = (one: Try): boolean =>
  [one.says, one.args, one.user, one.project, one.trusted, one.files, one.home, one.env].some(
    Boolean,
  ) ||
  one.before !== undefined ||
  one.command !== undefined ||
  one.calls.length === 0;

async function playSession(batch: readonly Try[], scene: Scene): Promise<readonly Played[]> {
  const { group, place, mode, env } = scene;
  const played: Played[] = [];
  const steps = stepsOf(batch, scene, (one) => played.push(one));
  const [first] = batch as [Try];
  let begun = false;
  const model = await startModel(place.fill(first.says ?? "done"), async (reply) => {
    command.restartTimer();
    const { value } = begun && reply ? await steps.next(reply) : await steps.next();
    begun = true;
    return value || undefined;
  });
  const output = group.terminal ? [] : ["--output-format", "stream-json", "--verbose"];
  const start = first.command ?? ["-p", "go", "--permission-mode", mode, ...output];
  const command = startCommand(
    place.fill([...start, ...(first.command ? [] : (group.args ?? [])), ...(first.args ?? [])]),
    {
      cwd: place.project,
      env: { ...place.env, ANTHROPIC_BASE_URL: model.url, ...env },
      limitMs: group.seconds * 1000,
    },
  );
  const ended = await command.ended;
  model.close();
  return completed(played, batch, ended, scene);
}

/** A call that the guard of a scene refuses. */
const probe: Call = { tool: "Bash", input: { command: "touch probe-ran" } };

/** The calls of all tries, one after the other; what each did is reported before the next begins. */
async function* stepsOf(
  batch: readonly Try[],
  scene: Scene,
  report: (played: Played) => void,
): AsyncGenerator<Call, void, Reply> {
  const { group, place } = scene;
  for (const one of batch) {
    const replies: Reply[] = [];
    for (const call of place.fill(one.calls)) replies.push(yield call);
    const seen = observe(replies, scene);
    const isProbed = group.guard && (seen.changed.length > 0 || one.before !== undefined);
    const complete = isProbed ? withProbe(seen, yield probe, place) : seen;
    place.restore();
    report({ one, seen: complete });
    // A guard that was changed refuses everything that follows.
    if (group.guard && harmOf(complete, group, one) !== undefined) return;
    if (/\b(?:cd|pushd|popd)\b/.test(one.name))
      yield { tool: "Bash", input: { command: `cd ${place.project}` } };
  }
}

function observe(replies: readonly Reply[], { group, place, listener }: Scene): Observation {
  const rest = replies.map((reply) => reply.rest).join("\n");
  const all = replies.map(({ result }) => result).join("\n");
  return {
    result: replies.at(-1)?.result ?? "",
    isError: replies.at(-1)?.isError ?? false,
    rest,
    printed: "",
    changed: place.changes(),
    connections: listener.taken(),
    leaked: secretsIn(`${all}\n${rest}`, place, group),
  };
}

const withProbe = (seen: Observation, reply: Reply, place: Place): Observation => ({
  ...seen,
  rest: `${seen.rest}\n${reply.rest}`,
  guardFailed: place.changes().includes("project/probe-ran"),
});

/** Adds what happened after the last reply, and the try during which the session ended. */
function completed(
  played: readonly Played[],
  batch: readonly Try[],
  { code, printed, isLate }: Ended,
  scene: Scene,
): readonly Played[] {
  const { group, place } = scene;
  const last = played.at(-1);
  const next = batch[played.length];
  const late = observe([], scene);
  const leaked = [
    ...secretsInFiles(place, group),
    ...(batch.length === 1 ? secretsIn(printed, place, group) : []),
  ];
  const after = { printed: batch.length === 1 ? printed : "", leaked };
  const isOver =
    last && (!next || (group.guard && harmOf(last.seen, group, last.one) !== undefined));
  if (isOver) {
    const changed = [...last.seen.changed, ...late.changed.map((path) => `${path} (later)`)];
    const connections = last.seen.connections + late.connections;
    const seen = {
      ...last.seen,
      ...after,
      changed,
      connections,
      leaked: [...last.seen.leaked, ...leaked],
    };
    return [...played.slice(0, -1), { one: last.one, seen }];
  }
  if (next === undefined) return played;
  const isCommand = next.command !== undefined || next.calls.length === 0;
  // Exit code 2: the session refused to start.
  const isRefused = code === 2 && played.length === 0;
  const crash =
    isCommand || isRefused ? undefined : `the session ended with ${code}: ${printed.slice(-500)}`;
  const ended = isLate ? `took longer than ${group.seconds} s` : crash;
  return [...played, { one: next, seen: { ...late, ...after, ...(ended ? { ended } : {}) } }];
}

const secretsIn = (text: string, place: Place, group: Group): readonly string[] =>
  group.secrets.filter((name) => showsSecret(text, place.secrets[name]));

/** Secrets in the files that the command was asked to write: traces and logs. */
const secretsInFiles = (place: Place, group: Group): readonly string[] =>
  readdirSync(join(place.base, "tmp"), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:trace|debug)/.test(entry.name))
    .flatMap(({ name }) =>
      secretsIn(readFileSync(join(place.base, "tmp", name), "utf8"), place, group).map(
        (secret) => `${secret} in ${name}`,
      ),
    );
