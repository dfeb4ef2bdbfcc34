import { type Answer, answerTo, type Definition, type World } from "./answer.ts";
import { exportVariable } from "./environment-file.ts";
import { events, isEventName } from "./event-facts.ts";
import type { EventReplies } from "./event-replies.ts";
import type { EventName, HookInput, ToolEventName } from "./inputs.ts";
import { isMain } from "./is-main.ts";
import type { Reply } from "./outputs.ts";
import { runProcess } from "./run-process.ts";
import type { ChosenTool, ToolChoice, ToolInputOf } from "./tools.ts";

/** Options of a hook. */
export interface HookOptions {
  /**
   * What happens on an error: `refuse` exits with 2, `allow` exits with 1, which hosts report and then ignore.
   * Default: a hook that throws, or cannot read its input, refuses if the event can be refused; an input for
   * another event exits with 1.
   */
  readonly onError?: "allow" | "refuse";
}

/** Options of a hook for an event about a tool call. */
export interface ToolHookOptions<Choice extends ToolChoice = ToolChoice> extends HookOptions {
  /** The tools it is for; it has no opinion on other calls. Default: all. */
  readonly tool?: Choice;
}

/** The argument of a hook's callback: the input, and the replies of its event. */
export type HookContext<Name extends EventName, Tool extends string = string> = {
  readonly input: HookInput<Name, Tool>;
} & EventReplies<Name, ToolInputOf<Tool>>;

type Returned<Name extends EventName> = Reply<Name> | readonly Reply<Name>[] | undefined;

/** Returns one reply, several in a list, or nothing, which means no opinion. */
export type HookCallback<Name extends EventName, Tool extends string = string> = (
  context: HookContext<Name, Tool>,
) => Returned<Name> | Promise<Returned<Name>>;

/** A hook, ready to run and to be tested. */
export interface Hook<Name extends EventName = EventName> {
  readonly event: Name;
  /** What the hook's process would do with this text on stdin. */
  answer(text: string, world?: Partial<World>): Promise<Answer>;
  /** Runs the hook if Node was started with its module, and does nothing if the module was imported. */
  runIfMain(meta: { readonly url: string }): void;
}

/**
 * A hook for an event.
 *
 * @example
 * const hook = defineHook("PreToolUse", { tool: "Bash" }, ({ input, deny, pass }) =>
 *   /\brm\s+-rf?\b/.test(input.tool_input.command) ? deny("remove files one by one") : pass(),
 * );
 * export default hook;
 * hook.runIfMain(import.meta);
 */
export function defineHook<const Name extends EventName>(
  event: Name,
  callback: HookCallback<NoInfer<Name>>,
): Hook<Name>;
export function defineHook<
  const Name extends ToolEventName,
  const Choice extends ToolChoice = RegExp,
>(
  event: Name,
  options: ToolHookOptions<Choice>,
  callback: HookCallback<NoInfer<Name>, ChosenTool<Choice>>,
): Hook<Name>;
export function defineHook<const Name extends Exclude<EventName, ToolEventName>>(
  event: Name,
  options: HookOptions,
  callback: HookCallback<NoInfer<Name>>,
): Hook<Name>;
export function defineHook<Name extends EventName>(
  event: Name,
  ...given: readonly [Definition["callback"]] | readonly [object, Definition["callback"]]
): Hook<Name> {
  const [options, callback] = given.length === 1 ? [{}, given[0]] : given;
  const { tool, onError } = options as Partial<Definition>;
  const definition: Definition = { event, tool, onError, callback };
  check(definition);
  return {
    event,
    answer: (text, world = {}) =>
      answerTo(definition, text, { script: "hook.mjs", exportVariable, ...world }),
    runIfMain(meta) {
      if (isMain(meta.url)) runProcess(definition);
    },
  };
}

/** For authors without a type checker. */
function check({ event, tool, callback }: Definition): void {
  if (!isEventName(event))
    throw new TypeError(`unknown event "${event}"; known: ${Object.keys(events).join(", ")}`);
  if (tool !== undefined && !events[event].isAboutTool)
    throw new TypeError(`${event} is not about a tool: remove "tool"`);
  if (typeof callback !== "function")
    throw new TypeError("defineHook needs a function as its last argument");
}
