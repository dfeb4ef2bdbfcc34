/** Where in an answer a connection fails. */
export type Place =
  /** Before the server has sent anything. */
  | "before-headers"
  | "after-headers"
  | "in-first-event"
  /** Between the bytes of one character. */
  | "in-character"
  | "in-tool-input"
  | "before-last-event"
  | "after-last-event";

/** What a server does to the first request for an answer. */
export type FaultyReply =
  | {
      readonly do: "answer";
      readonly status: number;
      readonly body?: string;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection is reset, is closed in the middle of a chunk, ends as if complete, or falls silent. */
  | { readonly do: "reset" | "close" | "end" | "stall"; readonly at: Place }
  /** The answer arrives in pieces of so many bytes. */
  | { readonly do: "split"; readonly bytes: number }
  /** These lines are between all events. */
  | { readonly do: "insert"; readonly lines: string }
  /** The answer is written in another way. */
  | { readonly do: "rewrite"; readonly from: RegExp; readonly to: string };

/** What becomes of the session. */
export type Expected =
  /** The answer is used. */
  | { readonly then: "used" }
  /** It is asked for again, with this reason. */
  | { readonly then: "retried"; readonly reason: RegExp }
  /** The server does the same each time: the turn fails after so many requests. */
  | {
      readonly then: "fails";
      readonly requests: number;
      readonly kind: string;
      readonly message: RegExp;
    };

export type ProviderName = "anthropic" | "openai";

export interface Fault {
  readonly name: string;
  readonly providers: readonly ProviderName[];
  readonly reply: FaultyReply;
  readonly expected: Expected;
}
