import type { AgentOptions, PermissionQuestion, PermissionReply } from "@snaphook/agent";
import type { ProblemsPrompt, TrustPrompt } from "./start-questions.ts";

/** Something that waits for the user; each kind has its dialog in `dialogs/`. */
export type OpenQuestion = { readonly id: number } & AnyQuestion;

export type AnyQuestion =
  | PermissionPrompt
  | ElicitationPrompt
  | ConfirmPrompt
  | ChangePrompt
  | TrustPrompt
  | ProblemsPrompt;

/** Whether a call may run; also a question of the model, and its plan. */
export interface PermissionPrompt {
  readonly kind: "permission";
  readonly question: PermissionQuestion;
  /** What the files of the call contain now, by path; for a diff. */
  readonly before: FileBefore | undefined;
  answer(reply: PermissionReply): void;
}

export interface FileBefore {
  readonly path: string;
  readonly exists: boolean;
  /** Undefined: there is no such file, or it cannot be shown. */
  readonly text: string | undefined;
}

/** A question of an MCP server. */
export interface ElicitationPrompt {
  readonly kind: "elicitation";
  readonly question: {
    readonly server: string;
    readonly message: string;
    /** JSON Schema of the form. */
    readonly schema: unknown;
    /** An address for the user to open, instead of a form. */
    readonly url: string | undefined;
  };
  answer(answer: ElicitationAnswer): void;
}

/** What the server gets. */
export type ElicitationAnswer = Awaited<ReturnType<NonNullable<AgentOptions["askElicitation"]>>>;

/** A yes or no of the screen itself, such as before it ends a session with agents at work. */
export interface ConfirmPrompt {
  readonly kind: "confirm";
  readonly title: string;
  readonly lines: readonly string[];
  readonly yes: string;
  readonly no: string;
  answer(isYes: boolean): void;
}

/** Whether a settings file that was changed outside the session applies (C7). */
export interface ChangePrompt {
  readonly kind: "change";
  readonly change: {
    readonly file: string;
    readonly before: string | undefined;
    readonly after: string | undefined;
  };
  answer(isApplied: boolean): void;
}
