import type { MediaBlock } from "../conversation/message.ts";

/** What a user says: a text, perhaps with images and PDFs. */
export type Prompt = string | PromptMessage;

export interface PromptMessage {
  readonly text: string;
  readonly media: readonly MediaBlock[];
  /** The driver's own id of the message. */
  readonly uuid?: string;
  /** Goes to the model as written: `@file` and `/command` in it are text. */
  readonly isVerbatim?: true;
  /** It becomes part of the conversation, and the model is not asked. */
  readonly isAddedOnly?: true;
  /** It does not join a turn that runs. */
  readonly waitsForTurnEnd?: true;
  /** Why the message cannot be used; its result says so. */
  readonly problem?: string;
}
