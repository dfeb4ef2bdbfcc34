import type { EventName } from "@snaphook/protocol";
import type { FieldName } from "./field-name.ts";
import type { MenuScreen } from "./menu-screen.ts";

/** What a row or a key of the menu does. `hook` is the key of a hook in the data. */
export type MenuAction =
  | { readonly do: "open"; readonly screen: MenuScreen }
  | { readonly do: "back" }
  | { readonly do: "switch"; readonly hook: string }
  | { readonly do: "switch-all"; readonly on: boolean }
  | { readonly do: "trust"; readonly hook: string }
  /** Accepts that a trusted hook is gone; `hook` is its id. */
  | { readonly do: "forget"; readonly hook: string }
  | { readonly do: "test"; readonly hook: string }
  | { readonly do: "delete"; readonly hook: string }
  | { readonly do: "edit"; readonly hook: string }
  | { readonly do: "add"; readonly event?: EventName }
  | { readonly do: "why"; readonly event: EventName; readonly value?: string }
  /** Asks for the fields of the event first. */
  | { readonly do: "why-input"; readonly event: EventName }
  | { readonly do: "editor"; readonly file: string; readonly line: number }
  | { readonly do: "copy"; readonly text: string }
  /** Makes the change that the user was asked about. */
  | { readonly do: "perform" }
  /** Of the form: chooses a value, opens one of its fields, tries the hook, shows what would be written. */
  | { readonly do: "choose"; readonly value: string }
  | { readonly do: "field"; readonly name: FieldName }
  | { readonly do: "try" }
  | { readonly do: "save" };
