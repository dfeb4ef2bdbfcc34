import { explainEvent, type InspectedHooks, printExplanation } from "@snaphook/bench";
import {
  brand,
  type EventName,
  events,
  type ProfileName,
  printedJson,
  shellWord,
} from "@snaphook/protocol";
import { MenuError } from "./menu-error.ts";
import type { MenuSource } from "./menu-source.ts";
import { completeInput, sampleText } from "./sample-text.ts";

/** What an explanation is about: an event, with a tool or another value of the matched field, or with fields as JSON. */
export interface ExplainedInput {
  readonly event: EventName;
  readonly value?: string | undefined;
  readonly fields?: string | undefined;
}

/** The same explanation as that of the command `explain`. */
export async function explainText(source: MenuSource, about: ExplainedInput): Promise<string> {
  const { event, value } = about;
  const hooks = await source.hooks();
  const text = about.fields ?? fieldsFor(about, hooks);
  let compared: Awaited<ReturnType<NonNullable<MenuSource["openAs"]>>> | undefined;
  async function open(profile: ProfileName): Promise<InspectedHooks> {
    compared = await source.openAs?.(profile);
    return compared ?? hooks;
  }
  const report = await explainEvent(hooks, {
    event,
    inputFor(of) {
      const input = completeInput(event, text, of);
      if (typeof input === "string") throw new MenuError(input);
      return input;
    },
    ...(source.openAs ? { openAs: open } : {}),
  }).finally(() => compared?.close());
  const tool =
    events[event].isAboutTool && value !== undefined ? ` --tool ${shellWord(value)}` : "";
  const input =
    about.fields === undefined ? "" : ` --input ${shellWord(printedJson(JSON.parse(text)))}`;
  return `${printExplanation(report)}\n\nThe same in a shell: ${brand.command} explain ${event}${tool}${input}`;
}

/** An example of the event with a value in the field that matchers test. */
function fieldsFor(
  { event, value }: ExplainedInput,
  { profile, cwd }: { readonly profile: string; readonly cwd: string },
): string {
  const { matchesOn, isAboutTool } = events[event];
  if (value === undefined || matchesOn === undefined)
    return sampleText(event, undefined, { profile, cwd, tools: [] });
  const tools = isAboutTool ? [value] : [];
  const sample = JSON.parse(
    sampleText(event, isAboutTool ? value : undefined, { profile, cwd, tools }),
  );
  return JSON.stringify({ ...sample, [matchesOn]: value });
}
