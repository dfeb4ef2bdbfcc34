import stringWidth from "string-width";
import { isRunning } from "../state/running-hooks.ts";
import type { ScreenState } from "../state/screen-state.ts";
import { cutLine } from "../state/short-text.ts";

type Shown = Pick<
  ScreenState,
  "session" | "hooks" | "commands" | "queued" | "lastResult" | "contextTokens"
>;

/** A part of the status line; parts with a higher number give way first when the terminal is narrow. */
interface Part {
  readonly text: string;
  readonly rank: number;
}

const separator = " · ";
const maxTitle = 40;

/** The status line: as many parts as fit, in the same order. */
export function statusText(shown: Shown, columns: number): string {
  let parts = partsOf(shown);
  const textOf = () => parts.map(({ text }) => text).join(separator);
  while (parts.length > 1 && stringWidth(textOf()) > columns) {
    const last = Math.max(...parts.map(({ rank }) => rank));
    parts = parts.filter(({ rank }) => rank !== last);
  }
  return textOf();
}

function partsOf({
  session,
  hooks,
  commands,
  queued,
  lastResult,
  contextTokens,
}: Shown): readonly Part[] {
  if (!session) return [{ text: "starting", rank: 0 }];
  const { permissionMode, model, title = "" } = session;
  const running = hooks.filter(isRunning).length;
  const background = hooks.filter(({ inBackground }) => inBackground).length;
  const spending = lastResult?.spending;
  const window = spending?.models[model]?.contextWindow;
  return [
    { text: `${permissionMode} mode`, rank: 0 },
    { text: "Shift+Tab changes it", rank: 8 },
    { text: model, rank: 2 },
    ...(title === "" ? [] : [{ text: cutLine(title, maxTitle), rank: 6 }]),
    ...(contextTokens === undefined ? [] : [{ text: contextText(contextTokens, window), rank: 4 }]),
    ...(spending === undefined ? [] : [{ text: costText(spending), rank: 5 }]),
    ...(running === 0 ? [] : [{ text: counted(running, "hook"), rank: 7 }]),
    ...(background === 0
      ? []
      : [{ text: `${counted(background, "hook")} in background`, rank: 3 }]),
    ...(commands.length === 0
      ? []
      : [{ text: `${counted(commands.length, "command")} in background`, rank: 3 }]),
    ...(queued.length === 0
      ? []
      : [{ text: `${counted(queued.length, "prompt")} waiting`, rank: 1 }]),
  ];
}

export const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? "" : "s"}`;

function contextText(tokens: number, window: number | undefined): string {
  const count = tokens < 1000 ? String(tokens) : `${(tokens / 1000).toFixed(1)}k`;
  const share = window === undefined ? "" : ` (${Math.round((tokens / window) * 100)}%)`;
  return `${count} tokens${share}`;
}

function costText({
  totalUsd,
  knownUsd,
}: NonNullable<ScreenState["lastResult"]>["spending"]): string {
  const usd = totalUsd ?? knownUsd;
  const digits = usd > 0 && usd < 0.1 ? 4 : 2;
  // A part of the cost is not known.
  return `${totalUsd === null ? "at least " : ""}$${usd.toFixed(digits)}`;
}
