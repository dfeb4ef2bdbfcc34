import { z } from "zod";
import { describeIssue } from "./describe-issue.ts";
import { once } from "./once.ts";

/** One mismatch: where (`hookSpecificOutput.permissionDecision`), and what was expected. */
export interface Problem {
  readonly path: string;
  /** The same as single keys, which may have dots in them. */
  readonly keys: readonly (string | number)[];
  readonly message: string;
}

/** The result of checking a value. Never an exception. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * A schema. The library behind it stays in this file: no public type
 * mentions it.
 */
export interface Schema<T> {
  parse(value: unknown): Parsed<T>;
  toJsonSchema(): Readonly<Record<string, unknown>>;
}

/** The type a schema accepts. */
export type Infer<S> = S extends Schema<infer T> ? T : never;

/** The same, with everything in it read-only. */
export type InferReadonly<S> = Frozen<Infer<S>>;

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

/** Wraps a type of the library; the type is created on first use. */
export function schema<Z extends z.ZodType>(make: () => Z): Schema<z.output<Z>> {
  const type = once(make);
  return {
    parse(value) {
      const result = type().safeParse(value);
      if (result.success) return { ok: true, value: result.data };
      return {
        ok: false,
        problems: result.error.issues.map((issue) => ({
          path: issue.path.map(String).join("."),
          keys: issue.path.map((key) => (typeof key === "number" ? key : String(key))),
          message: describeIssue(issue, value),
        })),
      };
    },
    toJsonSchema: () => z.toJSONSchema(type(), { io: "input" }),
  };
}
