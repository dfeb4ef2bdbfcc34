import { z } from "zod";
import { about, flag, text } from "../fields.ts";
import { type Problem, type Schema, schema } from "../schema.ts";
import {
  answerOf,
  type HandlerAnswer,
  type HandlerDefinition,
  type HandlerRun,
  type HandlerTraits,
} from "./handler-definition.ts";

/** Optional fields of every type that settings may name. */
const commonFields = {
  timeout: about("How long the hook may run, in seconds.", z.number().positive()),
  if: text("A permission rule such as Bash(git *): the hook runs only if a call matches it."),
  once: flag("Removes the hook after its first success; only applies in front matter."),
  statusMessage: text("Shown while the hook runs."),
  onFailure: about(
    "What happens when the hook fails. block refuses, on events that can be refused.",
    z.enum(["continue", "block"]),
  ),
};

/** What a required text must be. */
export type TextRule = "not-empty" | "question" | "http-address";

/** What the file of a handler type says. */
interface SettingsHandlerSpecification<
  Type extends string,
  Required extends z.ZodRawShape,
  Optional extends z.ZodRawShape,
> extends HandlerTraits<HandlerType<Type, Required, Optional>> {
  readonly type: Type;
  /** Required fields: without them the hook is skipped. */
  readonly required: Required;
  /** Which of them are texts, and what they must be. */
  readonly texts: {
    readonly [Key in keyof Required as Required[Key] extends z.ZodString ? Key : never]: TextRule;
  };
  /** Optional fields; a bad one is ignored (C5). */
  readonly optional: Optional;
  readonly run: HandlerRun<HandlerType<Type, Required, Optional>, keyof Optional & string>;
  readonly answer: HandlerAnswer<HandlerType<Type, Required, Optional>>;
}

type HandlerType<
  Type extends string,
  Required extends z.ZodRawShape,
  Optional extends z.ZodRawShape,
> = z.output<
  z.ZodObject<
    { type: z.ZodLiteral<Type> } & Required & {
        [Key in keyof Optional]: z.ZodOptional<Optional[Key]>;
      } & { [Key in keyof typeof commonFields]: z.ZodOptional<(typeof commonFields)[Key]> },
    z.core.$loose
  >
>;

/** The result of reading a handler from a settings file. */
export interface ReadHandler<T> {
  /** `undefined`: a required field is missing or bad, and the hook is skipped. */
  readonly handler: T | undefined;
  readonly problems: readonly (Problem & { readonly required: boolean })[];
}

/** A type that settings may name; `Read` is the type of a handler read from settings, if it differs from `T`. */
export interface SettingsHandlerDefinition<T = never, Read = T> extends HandlerDefinition<T> {
  readonly schema: Schema<Read>;
  /** Its required texts, and what they must be. */
  readonly texts: Readonly<Record<string, TextRule>>;
  /** C5: checks each field separately; a bad optional field is ignored. */
  read(entry: Readonly<Record<string, unknown>>): ReadHandler<Read>;
}

/** Makes the definition from what the handler's file says. */
export function defineHandler<
  const Type extends string,
  Required extends z.ZodRawShape,
  Optional extends z.ZodRawShape,
>(
  specification: SettingsHandlerSpecification<Type, Required, Optional>,
): SettingsHandlerDefinition<HandlerType<Type, Required, Optional>> {
  type T = HandlerType<Type, Required, Optional>;
  const { type, required, answer, ...traits } = specification;
  const optional: z.ZodRawShape = { ...commonFields, ...specification.optional };
  const requiredFields = { type: about("The type of the hook.", z.literal(type)), ...required };
  const requiredSchemas = schemasOf(required);
  const optionalSchemas = schemasOf(optional);
  return {
    ...traits,
    type,
    answer: answerOf<T>(answer),
    takesOnFailure: true,
    fields: ["type", ...Object.keys(required), ...Object.keys(optional)],
    schema: schema(() =>
      z.looseObject({ ...requiredFields, ...z.object(optional).partial().shape }),
    ) as Schema<T>,
    read(entry) {
      const problems: (Problem & { readonly required: boolean })[] = [];
      for (const [field, fieldSchema] of requiredSchemas)
        for (const problem of problemsOf(fieldSchema, entry[field], field))
          problems.push({ ...problem, required: true });
      const isComplete = problems.length === 0;
      const kept = { ...entry };
      for (const field of Object.keys(entry)) {
        const fieldSchema = optionalSchemas.get(field);
        if (!fieldSchema) continue;
        const found = problemsOf(fieldSchema, entry[field], field);
        if (found.length > 0) delete kept[field];
        problems.push(...found.map((problem) => ({ ...problem, required: false })));
      }
      return { handler: isComplete ? (kept as T) : undefined, problems };
    },
  };
}

const schemasOf = (shape: z.ZodRawShape): ReadonlyMap<string, Schema<unknown>> =>
  new Map(Object.entries(shape).map(([field, type]) => [field, schema(() => type as z.ZodType)]));

/** What is wrong with the value of a field, with paths that start at the entry. */
function problemsOf(
  fieldSchema: Schema<unknown>,
  value: unknown,
  field: string,
): readonly Problem[] {
  const parsed = fieldSchema.parse(value);
  if (parsed.ok) return [];
  return parsed.problems.map(({ path, keys, message }) => ({
    path: [field, path].filter(Boolean).join("."),
    keys: [field, ...keys],
    message,
  }));
}
