import { counted } from "../status/status-parts.ts";
import type { InputState } from "./input-state.ts";
import { keyLabel } from "./key-bindings.ts";

/** One line below the input that says what it does now; undefined: nothing special. */
export function inputHint(
  { edited, armed, chord, search }: InputState,
  lost: LostByLeaving = { inBackground: 0, waiting: 0 },
): string | undefined {
  if (search) return searchHint(search);
  if (chord !== undefined)
    return `${keyLabel(chord)}, then Ctrl+S: move the command to the background, for waiting prompts`;
  if (armed)
    return armed.key === "escape"
      ? "Press Esc again to clear the text"
      : `Press ${keyLabel(armed.key)} again to ${leaving(lost)}`;
  if (edited.text.startsWith("!"))
    return "! runs this in the shell, without hooks and permission rules. The model gets the output";
  return undefined;
}

/** What ends or is not sent when the user leaves now. */
interface LostByLeaving {
  /** Commands and agents. */
  readonly inBackground: number;
  readonly waiting: number;
  /** The event whose hooks run while the session ends; undefined: it does not end yet. */
  readonly endingHook?: string | undefined;
}

const leaving = (lost: LostByLeaving): string =>
  lost.endingHook === undefined ? `leave${lostText(lost)}` : `end the ${lost.endingHook} hook`;

function lostText({ inBackground, waiting }: LostByLeaving): string {
  const parts = [
    ...(inBackground === 0 ? [] : [`ends ${counted(inBackground, "background task")}`]),
    ...(waiting === 0 ? [] : [`drops ${counted(waiting, "waiting prompt")}`]),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

function searchHint({ query, found }: NonNullable<InputState["search"]>): string {
  if (query === "") return "Search earlier inputs: type a part of one (Esc: cancel)";
  return found
    ? "Enter takes this input, Ctrl+R finds an older one (Esc: cancel)"
    : "No earlier input contains this (Esc: cancel)";
}
