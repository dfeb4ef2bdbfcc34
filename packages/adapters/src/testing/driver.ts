import type { Hooks } from "@snaphook/engine";
import type { AdapterOptions } from "../core/adapter-options.ts";
import type { Ability, Limit } from "../core/limit.ts";
import type { Play } from "./behaviour.ts";

/** What the scripted model answers. */
export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly {
    readonly id: string;
    readonly name: string;
    readonly input: Readonly<Record<string, unknown>>;
  }[];
}

/** What an agent of a framework is made of. */
interface Stage {
  readonly hooks: Hooks;
  readonly options: AdapterOptions;
  readonly tools: Readonly<Record<string, Tool>>;
  readonly prompts: readonly string[];
  /** The next answer. `read`: everything that the request holds, as one text. It rejects where the script says so. */
  readonly model: (read: string) => Promise<ModelAnswer>;
  readonly signal: AbortSignal;
  readonly play: Play;
}

export type Tool = (
  input: Readonly<Record<string, unknown>>,
  options?: { readonly signal?: AbortSignal },
) => Promise<string>;

/** A framework in the suite. */
export interface Driver {
  readonly name: string;
  readonly cannot: readonly Limit[];
  /** Rows that do not apply to the framework, and why. */
  readonly notApplicable?: { readonly [Name in Ability]?: string };
  /** Runs an agent with these parts, and returns what the application gets for each prompt. */
  readonly run: (stage: Stage) => Promise<readonly string[]>;
}
