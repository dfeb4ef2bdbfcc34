const start = "\u001B[200~";
const end = "\u001B[201~";

/** Pieces of a paste follow each other at once; a key comes later. */
export const quietMs = 25;
/** What follows the end of a paste at once is a key if the terminal sends no other end within this time. */
export const followedMs = 150;
/** The parts of a sequence follow each other even faster. It is short: Esc alone looks like the first part of one. */
export const heldMs = 5;
/** A paste whose end does not come is over after this time without data. */
export const maxPauseMs = 1000;

/** Ctrl+C, as a byte or as a terminal reports single keys. */
const interrupts = new Set(["\u0003", "\u001B[99;5u"]);

/** What the terminal sent, with every paste complete and in one piece. */
export interface PasteGuard {
  /** Takes what was read at a time; returns what can be passed on. */
  push(chunk: string, nowMs: number): string;
  /** How long after the last piece `expire` has to be called if no other comes; undefined: nothing is kept back. */
  waitMs(): number | undefined;
  /** Returns what was kept back. */
  expire(): string;
}

/**
 * A text that is pasted can contain the sequence that ends a paste, to have its rest taken for keys. But the terminal
 * sends another end after such a text: the last one counts. So a paste is over only when nothing more follows.
 */
export function createPasteGuard(): PasteGuard {
  /** The text of the paste that arrives. */
  let pasted: string[] | undefined;
  /** The last characters of it, enough to see its end. */
  let tail = "";
  /** An end came, though something may have followed it. */
  let hasEnd = false;
  /** What may be the first part of a sequence. */
  let held = "";
  /** A paste was given up: more than a single key is its rest. */
  let isLate = false;
  let lastMs = Number.NEGATIVE_INFINITY;

  function add(text: string): void {
    pasted ??= [];
    pasted.push(text);
    const last = tail + text;
    hasEnd ||= last.includes(end);
    tail = last.slice(-end.length);
  }

  function release(): string {
    if (!pasted) return "";
    const text = pasted.join("");
    const [body, keys] = splitAtEnd(text) ?? [text, ""];
    isLate = body === text;
    pasted = undefined;
    tail = "";
    hasEnd = false;
    // Two pastes can follow each other at once.
    const pastes = body.split(end + start).map((one) => start + visibleMarks(one) + end);
    return pastes.join("") + keys;
  }

  function expire(): string {
    const out = held + release();
    held = "";
    return out;
  }

  function push(chunk: string, nowMs: number): string {
    const pauseMs = nowMs - lastMs;
    lastMs = nowMs;
    if (pasted) {
      const isKey = interrupts.has(chunk) || (hasEnd && isSingleKey(chunk));
      if (isKey && pauseMs >= quietMs) return release() + chunk;
      add(chunk);
      return "";
    }
    const text = held + chunk;
    held = "";
    const from = pasteIndex(text);
    if (from !== undefined) {
      add(text.slice(from.end));
      return text.slice(0, from.begin);
    }
    if (isLate && !isSingleKey(text)) {
      add(text);
      return "";
    }
    const keep = heldLength(text);
    if (keep === 0) isLate = false;
    held = text.slice(text.length - keep);
    return text.slice(0, text.length - keep);
  }

  return {
    push,
    expire,
    waitMs() {
      if (pasted) return tail === end ? quietMs : hasEnd ? followedMs : maxPauseMs;
      return held === "" ? undefined : heldMs;
    },
  };
}

/** The text before the last end, and the keys behind it; undefined: the end is missing. */
function splitAtEnd(text: string): readonly [string, string] | undefined {
  const at = text.lastIndexOf(end);
  const keys = text.slice(at + end.length);
  return at === -1 || keys.includes(start) ? undefined : [text.slice(0, at), keys];
}

/** Where a paste begins. An end without a start belongs to a paste that seemed to be over: all before it is its text. */
function pasteIndex(text: string): { readonly begin: number; readonly end: number } | undefined {
  const [started, ended] = [text.indexOf(start), text.indexOf(end)];
  if (ended !== -1 && (started === -1 || ended < started)) return { begin: 0, end: 0 };
  return started === -1 ? undefined : { begin: started, end: started + start.length };
}

/** How much of the end of a text can be the first part of a sequence that begins or ends a paste. */
function heldLength(text: string): number {
  for (let length = Math.min(start.length - 1, text.length); length > 0; length--) {
    const last = text.slice(-length);
    if (start.startsWith(last) || end.startsWith(last)) return length;
  }
  return 0;
}

/** One character, or one sequence. */
const isSingleKey = (text: string): boolean =>
  text !== start &&
  text !== end &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: keys are sent as sequences
  /^(?:\u001B*[^\u001B]|\u001B+|\u001B+[[O][0-9;:?]*[ -~])$/u.test(text);

/** Sequences in the text of a paste become visible text, so that they end nothing. */
const visibleMarks = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: how a paste begins and ends
  text.replaceAll(/\u001B(?=\[20[01]~)/g, "␛");
