import type { PlannedChange, Settlement } from "@snaphook/bench";
import type { EventName } from "@snaphook/protocol";
import type { Form } from "./form.ts";
import type { AbsentHook, MenuHook } from "./menu-data.ts";

/** What the menu shows; screens lie on each other, and Esc goes back to the one below. */
export type MenuScreen =
  | { readonly kind: "events"; readonly all: boolean }
  | { readonly kind: "hooks"; readonly event: string }
  | { readonly kind: "hook"; readonly hook: string }
  | { readonly kind: "problems" }
  /** Hooks that are gone or not loaded. */
  | { readonly kind: "absent" }
  /** The choice of a tool, for an explanation. */
  | { readonly kind: "why"; readonly event: EventName }
  /** A text to read, such as the result of a test; `copy` is what `c` copies. */
  | {
      readonly kind: "text";
      readonly title: string;
      readonly text: string;
      readonly copy?: string | undefined;
    }
  /** A change that waits for a yes. */
  | { readonly kind: "confirm"; readonly change: AskedChange }
  | { readonly kind: "form"; readonly form: Form };

/** A change that the user is asked about. */
export interface AskedChange {
  readonly title: string;
  /** What the user should know before. */
  readonly notes: readonly string[];
  /** A difference, or what trusting covers. */
  readonly body: string;
  readonly work: ChangeWork;
}

type ChangeWork =
  | { readonly kind: "trust"; readonly hook: MenuHook }
  | { readonly kind: "forget"; readonly hook: AbsentHook }
  | ({
      readonly kind: "write";
      readonly planned: PlannedChange;
      /** What happened, for a line in the conversation: `added PreToolUse ./guard.sh`. */
      readonly done: string;
    } & Settlement);
