import type { JsonObject } from "@snaphook/engine";

/** What a schema of the SDK can be, as far as it can check a value: its own, one made later, or a Standard Schema (zod). */
interface OwnSchema {
  readonly validate?: (value: unknown) => Awaitable<OwnResult>;
}
interface StandardSchema {
  readonly "~standard": { readonly validate: (value: unknown) => Awaitable<StandardResult> };
}
type Awaitable<Value> = Value | PromiseLike<Value>;
type OwnResult =
  | { readonly success: true; readonly value: unknown }
  | { readonly success: false; readonly error: Error };
interface StandardResult {
  readonly value?: unknown;
  readonly issues?: readonly { readonly message: string; readonly path?: readonly unknown[] }[];
}

/** An input as the tool gets it, or what is wrong with it. */
export type CheckedInput =
  | { readonly input: JsonObject }
  | { readonly input?: never; readonly problem: string };

/** Checks the input that a hook made: the SDK checks only what the model sent. */
export async function checkInput(schema: unknown, input: JsonObject): Promise<CheckedInput> {
  const used: unknown = typeof schema === "function" ? schema() : schema;
  if (typeof used !== "object" || used === null) return { input };
  if ("~standard" in used) return byStandard(used as StandardSchema, input);
  const result = await (used as OwnSchema).validate?.(input);
  if (result === undefined) return { input };
  return result.success ? { input: result.value as JsonObject } : { problem: result.error.message };
}

async function byStandard(schema: StandardSchema, input: JsonObject): Promise<CheckedInput> {
  const { issues, value } = await schema["~standard"].validate(input);
  if (issues === undefined) return { input: value as JsonObject };
  return { problem: issues.map(textOf).join("; ") };
}

const textOf = ({ message, path = [] }: NonNullable<StandardResult["issues"]>[number]): string =>
  [...path.map(keyOf), message].join(": ");

const keyOf = (part: unknown): string =>
  String(typeof part === "object" && part !== null && "key" in part ? part.key : part);
