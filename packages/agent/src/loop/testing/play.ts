import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { systemClock } from "@snaphook/engine/internal";
import { type CallbackHandler, type EventName, eventNames, profiles } from "@snaphook/protocol";
import type { ConversationMessage } from "../../conversation/message.ts";
import { firedEvents } from "../../effects/fired-events.ts";
import type { Model, ModelRequest } from "../../model/model.ts";
import { scriptedModel } from "../../model/scripted-model.ts";
import type { AgentEvent, TurnResult } from "../agent-event.ts";
import type { AgentOptions } from "../agent-options.ts";
import type { AgentSession } from "../agent-session.ts";
import { openAgentSession } from "../open-agent-session.ts";
import type { Prompt } from "../prompt.ts";

/** The output of a hook in code: an object, or a function of its input. */
type Answer = object | ((input: Readonly<Record<string, unknown>>) => object | undefined);

export interface Play extends Partial<Omit<AgentOptions, "model">> {
  /** A list of turns, or lists by purpose. */
  readonly script?: unknown;
  /** Hooks in code, by event; each call takes the next of a list, and the last one repeats. */
  readonly answers?: Partial<Record<EventName, Answer | readonly Answer[]>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly userSettings?: object;
  readonly projectSettings?: object;
  /** Plays in these folders: those of an earlier play, to go on, or new ones. */
  readonly in?: { readonly cwd: string; readonly home: string };
  readonly model?: AgentOptions["model"];
  /** Called with the open session, for tests that act on it from outside. */
  readonly onOpen?: (session: AgentSession) => void;
  /** Called after the last prompt, before the session ends. */
  readonly afterPrompts?: (session: AgentSession) => Promise<void>;
}

/** A request to a model. */
interface RecordedRequest {
  readonly purpose: string;
  readonly messages: readonly ConversationMessage[];
  readonly request: ModelRequest;
}

/** A project and a home, both empty, in a folder of their own. */
export function newFolders() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "agent-")));
  const folders = { base, cwd: join(base, "project"), home: join(base, "home") };
  for (const folder of [folders.cwd, folders.home]) mkdirSync(folder);
  return folders;
}

/** An open session of the real agent with a scripted model, in folders of its own; everything is recorded. */
async function open(play: Play) {
  const { script, files = {}, in: earlier, userSettings, projectSettings } = play;
  const folders = newFolders();
  const { base } = folders;
  const { cwd, home } = earlier ?? folders;
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o755 });
  };
  for (const [path, text] of Object.entries(files)) put(join(cwd, path), text);
  if (userSettings) put(join(home, ".claude/settings.json"), JSON.stringify(userSettings));
  if (projectSettings) put(join(cwd, ".claude/settings.json"), JSON.stringify(projectSettings));
  const scriptFile = join(base, "script.json");
  put(scriptFile, JSON.stringify(script ?? { main: [], after: "done" }));

  const events: AgentEvent[] = [];
  const hookInputs: Readonly<Record<string, unknown>>[] = [];
  const requests: RecordedRequest[] = [];
  const listening = (model: Model): Model => ({
    ...model,
    answer(request) {
      requests.push({ purpose: request.purpose, messages: request.messages, request });
      return model.answer(request);
    },
  });
  const scripted = await scriptedModel(scriptFile, { clock: systemClock, limit: 1 });
  /** Another model continues the script under its own name. */
  const model: AgentOptions["model"] = async (settings) =>
    listening(
      play.model
        ? await play.model(settings)
        : { ...scripted, id: settings.requested ?? scripted.id },
    );
  const session = await openAgentSession({
    env: { PATH: process.env["PATH"], HOME: home },
    permissionMode: "bypassPermissions",
    managedFile: join(base, "no-policy.json"),
    ...play,
    hooks: { ...codeHooks(play, hookInputs), ...play.hooks },
    cwd,
    home,
    model,
    emit: (event) => {
      events.push(event);
      play.emit?.(event);
    },
  });
  return { session, events, hookInputs, requests, cwd, home };
}

/** One prompt, or several, in a session that is then ended. */
export async function play(
  parameters: Play & { readonly prompt?: Prompt; readonly prompts?: readonly Prompt[] },
) {
  const { prompt = "hello", prompts = [prompt], ...options } = parameters;
  const opened = await open(options);
  options.onOpen?.(opened.session);
  const results: TurnResult[] = [];
  await opened.session.start();
  for (const text of prompts) results.push(await opened.session.prompt(text));
  await options.afterPrompts?.(opened.session);
  await opened.session.end(results.at(-1)?.endsSession ?? "other");
  const { hookInputs, requests } = opened;
  return {
    ...opened,
    results,
    result: lastOf(results),
    /** Names of the events that were fired, in order. */
    firedEvents: hookInputs.map((input) => String(input["hook_event_name"])),
    /** Texts of each request that the one before did not have. */
    newTexts: newTextsOf(requests.filter(({ purpose }) => purpose === "main")),
  };
}

/** Events that every answer fires, and that most tests are not about. */
const onlyOnDemand: readonly EventName[] = ["MessageDisplay"];

/** Hooks that record what the agent fires, and give the answers. */
function codeHooks(
  { answers = {}, profile = "reference", ask, headless = true, env = {} }: Play,
  hookInputs: Readonly<Record<string, unknown>>[],
) {
  const { events: known } = profiles[profile];
  const fired = firedEvents(profile, { asks: ask !== undefined, headless, env });
  return Object.fromEntries(
    eventNames.filter(isRecorded).map((event) => {
      const list = [answers[event] ?? {}].flat();
      let calls = 0;
      const callback: CallbackHandler["callback"] = (input) => {
        hookInputs.push(input);
        const answer = list[Math.min(calls, list.length - 1)];
        calls += 1;
        return typeof answer === "function" ? answer(input) : answer;
      };
      return [event, [{ hooks: [callback] }]];
    }),
  );
  /** A hook that the agent never fires would be reported at the start of every play. */
  function isRecorded(event: EventName): boolean {
    if (answers[event]) return true;
    if (onlyOnDemand.includes(event)) return false;
    return fired.includes(event) && (known === "all" || known.includes(event));
  }
}

export function lastOf<T>(list: readonly T[]): T {
  const last = list.at(-1);
  if (last === undefined) throw new Error("the list is empty");
  return last;
}

/** The mark of hooks' texts is different in each session. */
const withoutMarks = (text: string): string =>
  text.replaceAll(/(<\/?hook[^>\n]*) mark="[0-9a-f]{12}">/g, "$1>");

/** All texts in the user messages of a conversation, without the marks of hooks. */
export const userTexts = (messages: readonly ConversationMessage[]): readonly string[] =>
  messages.flatMap(({ role, content }) =>
    role === "user"
      ? content.flatMap((block) => {
          if (block.type === "text") return [withoutMarks(block.text)];
          return block.type === "tool_result" ? [withoutMarks(block.content)] : [];
        })
      : [],
  );

function newTextsOf(requests: readonly RecordedRequest[]): readonly (readonly string[])[] {
  return requests.map(({ messages }, index) => {
    const before = new Set(userTexts(requests[index - 1]?.messages ?? []));
    return userTexts(messages).filter((text) => !before.has(text));
  });
}

/** An answer with the event's own output fields. */
export const specific = (hookEventName: EventName, fields: object) => ({
  hookSpecificOutput: { hookEventName, ...fields },
});
