import type { Hooks } from "@snaphook/engine";

/** Hooks of a session to look at and to configure; nothing here runs one. */
export type InspectedHooks = Pick<Hooks, "cwd" | "profile" | "config" | "trust" | "explain">;
