import { resolve } from "node:path";
import { once } from "@snaphook/protocol";
import { z } from "zod";
import type { MediaBlock } from "../conversation/message.ts";
import { toolInputSchemas } from "../generated/tool-input-schemas.ts";
import { coerceStrings } from "./coerce-strings.ts";
import { schemaProblems } from "./schema-problems.ts";
import { type Access, type Tool, type ToolContext, ToolFailure, type ToolInput } from "./tool.ts";

/** A tool as its file defines it, with the schemas of input and output. */
interface ToolParts<Input extends z.ZodObject, Output extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  /** Made when a call needs it: most tools are not called, and the start must not wait for their schemas. */
  readonly input: () => Input;
  readonly output: () => Output;
  readonly needsUser?: boolean;
  /** Keys of the input that are paths: they are made absolute. */
  readonly paths?: readonly string[];
  /** An objection to what no schema can express. */
  check?(input: z.output<Input>, context: ToolContext): Promise<string | undefined>;
  access(input: z.output<Input>): Access;
  fileRead?(input: z.output<Input>): string;
  concurrent(input: z.output<Input>): boolean;
  run(input: z.output<Input>, context: ToolContext, signal: AbortSignal): Promise<z.output<Output>>;
  text(response: z.output<Output>): string;
  media?(response: z.output<Output>): readonly MediaBlock[];
  textAfter?(response: z.output<Output>): string | undefined;
}

/**
 * Makes a tool from its parts. Unknown keys are an error: a misspelled key that is ignored would do something
 * else than the model intended.
 */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodType>(
  parts: ToolParts<Input, Output>,
): Tool {
  const { name, description, paths = [] } = parts;
  const schema = once(() => z.strictObject(parts.input().shape));
  const output = once(parts.output);
  const wrongInput = (issues: readonly z.core.$ZodIssue[], input: unknown) =>
    `The input of ${name} is wrong: ${schemaProblems(issues, input, Object.keys(schema().shape))}`;

  /** `parse` has validated the input, but a hook may have replaced it since, so it is checked again. */
  const validated = (input: ToolInput): z.output<Input> => {
    const result = schema().safeParse(input);
    if (result.success) return result.data as z.output<Input>;
    throw new ToolFailure(wrongInput(result.error.issues, input));
  };

  const { check, fileRead, media, textAfter, needsUser = false } = parts;
  return {
    name,
    description,
    needsUser,
    inputSchema: toolInputSchemas[name] ?? {},
    makeInputSchema() {
      const { $schema, ...inputSchema } = z.toJSONSchema(schema(), { io: "input" });
      return inputSchema;
    },
    parse(modelInput, context) {
      const input = coerceStrings(schema().shape, modelInput);
      const result = schema().safeParse(input);
      if (!result.success) return { ok: false, problem: wrongInput(result.error.issues, input) };
      return { ok: true, input: withAbsolutePaths(result.data, paths, context) };
    },
    ...(check ? { check: (input, context) => check(validated(input), context) } : {}),
    ...(fileRead ? { fileRead: (input) => fileRead(validated(input)) } : {}),
    access: (input) => parts.access(validated(input)),
    concurrent: (input) => parts.concurrent(validated(input)),
    run: async (input, context, signal) => parts.run(validated(input), context, signal),
    text: (response) => parts.text(response as z.output<Output>),
    ...(media ? { media: (response) => media(response as z.output<Output>) } : {}),
    ...(textAfter ? { textAfter: (response) => textAfter(response as z.output<Output>) } : {}),
    validateOutput(value) {
      const result = output().safeParse(value);
      if (result.success) return undefined;
      return `this is not a valid output of ${name}: ${schemaProblems(result.error.issues, value, [])}`;
    },
  };
}

function withAbsolutePaths(
  input: Readonly<Record<string, unknown>>,
  paths: readonly string[],
  context: ToolContext,
): ToolInput {
  const place = { cwd: context.cwd(), home: context.home };
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      paths.includes(key) && typeof value === "string" ? absolutePath(value, place) : value,
    ]),
  );
}

interface Place {
  readonly cwd: string;
  readonly home: string;
}

/** An absolute path: `~` is the home, relative paths start at the cwd. */
function absolutePath(path: string, { cwd, home }: Place): string {
  if (path === "~") return home;
  return resolve(cwd, path.startsWith("~/") ? `${home}${path.slice(1)}` : path);
}
