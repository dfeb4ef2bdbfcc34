import type { Behaviour } from "./behaviour.ts";
import { decisions } from "./calls.ts";
import { results } from "./results.ts";
import { turns } from "./turns.ts";

/** What hooks do in every agent, whatever it is made with. */
export const behaviours: readonly Behaviour[] = [...decisions, ...results, ...turns];
