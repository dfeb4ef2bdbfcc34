import { createFileIndex, type FileIndex } from "./completion/file-index.ts";
import { type InputState, initialInput, withCompletion, withDraft } from "./input-state.ts";
import type { Keystroke } from "./keystroke.ts";
import {
  type InputEffect,
  type InputSurroundings,
  reduceInput,
  reducePaste,
} from "./reduce-input.ts";

/**
 * The input line between its keys and its component. It is not part of the screen's state: a key is shown at once and
 * redraws nothing else, and what was typed stays while a dialog or a view covers the line.
 */
export interface InputModel {
  state(): InputState;
  subscribe(onChange: () => void): () => void;
  /** Returns what the key asks for. */
  press(stroke: Keystroke, surroundings: Surroundings): InputEffect | undefined;
  paste(text: string, surroundings: Surroundings): void;
  /** A text that comes back. */
  putBack(text: string): void;
  /** The drafts of the screen's state; each is put back once. */
  takeDrafts(drafts: readonly string[]): void;
  /** Earlier inputs of the project, which are older than those of this session. */
  addOlder(entries: readonly string[]): void;
  /** The component tells when it is on the screen; returns what ends that. */
  show(): () => void;
  /** Whether the input line gets the keys. */
  isShown(): boolean;
  /** Whether the user is in the middle of a text: a question that opened now would get the next key as its answer. */
  isTyping(): boolean;
}

/** The model adds its own files. */
export type Surroundings = Omit<InputSurroundings, "files" | "now">;

export interface InputModelOptions {
  readonly now: () => number;
  /** Lists the files of the project. */
  readonly listFiles: () => Promise<readonly string[]>;
  /** A user who types has no longer pauses between two keys. */
  readonly pauseMs?: number;
  /** Called with everything that is sent. */
  readonly onSent?: (text: string) => void;
}

/** Files that are made meanwhile are found after this time. */
const filesAgeMs = 10_000;

export function createInputModel({
  now,
  listFiles,
  onSent,
  pauseMs = 600,
}: InputModelOptions): InputModel {
  let current = initialInput();
  let index: FileIndex | undefined;
  let listedAt = Number.NEGATIVE_INFINITY;
  let shown = 0;
  let takenDrafts = 0;
  let expiry: NodeJS.Timeout | undefined;
  let isTyping = false;
  let pause: NodeJS.Timeout | undefined;
  let lastSurroundings: Surroundings | undefined;
  const listeners = new Set<() => void>();

  const notify = () => {
    for (const listener of listeners) listener();
  };

  function set(next: InputState): void {
    if (next === current) return;
    current = next;
    notify();
  }

  /** The user changed the text. */
  function noteTyping(before: InputState): void {
    if (before.edited.text === current.edited.text) return;
    clearTimeout(pause);
    isTyping = current.edited.text !== "";
    notify();
    if (isTyping) pause = setTimeout(endTyping, pauseMs);
    pause?.unref();
  }

  function endTyping(): void {
    isTyping = false;
    notify();
  }

  /** The list is read when it is needed for the first time, and again when it is old. */
  function files(): FileIndex | undefined {
    if (now() - listedAt > filesAgeMs) {
      listedAt = now();
      void listFiles().then(useFiles, () => {});
    }
    return index;
  }

  function useFiles(listed: readonly string[]): void {
    index = createFileIndex(listed);
    // The user may be waiting for this list, but must not lose a choice that was made in the one before.
    if (lastSurroundings && !current.completion)
      set(withCompletion(current, { ...lastSurroundings, files: () => index }));
  }

  /** A hint such as "press again" goes when it is no longer true. */
  function expireArmed(): void {
    clearTimeout(expiry);
    if (!current.armed) return;
    const waitMs = Math.max(0, current.armed.until - now());
    expiry = setTimeout(() => set({ ...current, armed: undefined }), waitMs);
    expiry.unref();
  }

  return {
    state: () => current,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    press(stroke, surroundings) {
      lastSurroundings = surroundings;
      const before = current;
      const { state, effect } = reduceInput(current, stroke, {
        ...surroundings,
        now: now(),
        files,
      });
      set(state);
      expireArmed();
      noteTyping(before);
      if (effect?.do === "send") onSent?.(effect.text);
      return effect;
    },
    paste(text, surroundings) {
      lastSurroundings = surroundings;
      set(reducePaste(current, text, { ...surroundings, now: now(), files }));
    },
    putBack: (text) => set(withDraft(current, text)),
    takeDrafts(drafts) {
      const next = drafts.slice(takenDrafts).reduce(withDraft, current);
      takenDrafts = drafts.length;
      set(next);
    },
    addOlder(entries) {
      const { history } = current;
      set({ ...current, history: { ...history, entries: [...entries, ...history.entries] } });
    },
    show() {
      shown += 1;
      return () => {
        shown -= 1;
      };
    },
    isShown: () => shown > 0,
    isTyping: () => isTyping,
  };
}
