import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { choiceNames } from "../../packages/cli/src/testing/screen.ts";

const text = z.string().min(1);
const texts = z.union([text, z.array(text).min(1)]);
const turns = z.array(z.unknown());
const choices = z.array(z.enum(choiceNames)).min(1);

/** What is checked about the session at one moment. Checks wait until they hold. */
const checks = z.strictObject({
  /** The hooks that ran since the last mark. A list in the list: these, in any order. */
  order: z.array(z.union([text, z.array(text)])).optional(),
  /** Fields of the last input of an event since the last mark: a value, ANY, ABSENT or a /pattern/. */
  input: z.record(text, z.record(text, z.unknown())).optional(),
  shows: texts.optional(),
  /** What the input line has. */
  inputLine: z.string().optional(),
  /** Whether a permission dialog is open. */
  dialog: z.enum(["open", "closed"]).optional(),
  /** The answers of the dialog that is open: these and no others. */
  offers: choices.optional(),
  /** Checked together with `shows`, so say something there that comes later. */
  hides: texts.optional(),
  /** Texts in the records of the session, and texts that are in none. */
  transcript: texts.optional(),
  notInTranscript: texts.optional(),
  /** A pattern for the content of a file of the project; ABSENT if it does not exist. */
  files: z.record(text, z.string()).optional(),
  exitCode: z.int().optional(),
  /** The time between the last two calls with these names is at least so long. */
  gap: z.strictObject({ from: text, to: text, minMs: z.int() }).optional(),
});

/** One thing to do. */
const action = z.strictObject({
  /** Types a text and presses Enter. */
  prompt: text.optional(),
  type: text.optional(),
  paste: text.optional(),
  press: z.array(text).optional(),
  /** Answers the open permission dialog; `text` goes along. */
  answer: z
    .strictObject({ choose: z.enum(["yes", "always", "no"]), text: text.optional() })
    .optional(),
  /** Chooses an answer of another dialog: of /exit, of a plan, of settings with errors. */
  choose: z.enum(choiceNames).optional(),
  /** Types a text into the only field of a form, and sends it. */
  form: text.optional(),
  /** Opens the page of an event in the menu of hooks. */
  menu: text.optional(),
  /** Answers the trust review at the start. */
  trust: z.enum(["all", "none", "leave"]).optional(),
  /** Waits for texts on the screen; `gone` waits until they are not there. */
  shows: texts.optional(),
  gone: texts.optional(),
  inputLine: z.string().optional(),
  dialog: z.enum(["open", "closed"]).optional(),
  offers: choices.optional(),
  /** Waits until no turn runs. */
  turnEnds: z.literal(true).optional(),
  /** Waits until a hook of an event started that no earlier wait has seen; `Event(detail)` is possible. */
  waits: text.optional(),
  /** Waits for the end of the command. */
  ends: z.literal(true).optional(),
  /** Waits for a file of the project. */
  appears: text.optional(),
  /** What is checked from here on starts here. */
  mark: z.literal(true).optional(),
  /** Writes files of the project, or of the home with ~/; null deletes. */
  write: z.record(text, z.union([z.string(), z.null(), z.record(text, z.unknown())])).optional(),
  /** Makes a file for which a hook, a tool or the model waits. */
  release: text.optional(),
  /** Lets time pass in which something must not happen. */
  passesMs: z.int().optional(),
  /** Closes the terminal. */
  close: z.literal(true).optional(),
  /** Waits for the end, then starts the command again with other arguments. */
  restart: z.array(z.string()).optional(),
  /** The same, without waiting for the input line. */
  reopen: z.array(z.string()).optional(),
});

const factStep = checks.extend({ fact: text, says: text });

const hook = z.union([
  text,
  z.strictObject({
    /** What it does after it has recorded its input, in sh. */
    does: z.string(),
    matcher: text.optional(),
    /** Other keys of the hook. */
    with: z.record(text, z.unknown()).optional(),
  }),
]);

const sessionSchema = z.strictObject({
  /** The section of the recorded facts. */
  section: z.int(),
  why: text.optional(),
  /** Played by `npm test` too; `npm run terminal` plays all. */
  quick: z.boolean().optional(),
  columns: z.int().optional(),
  args: z.array(text).optional(),
  env: z.record(text, text).optional(),
  /** The user's settings besides the hooks. */
  settings: z.record(text, z.unknown()).optional(),
  files: z.record(text, z.unknown()).optional(),
  /** Whether there is an MCP server with the name fake; mcp-server.mjs says what its tools do. */
  mcp: z.boolean().optional(),
  /** What hooks do, by event. Every recorded event has a hook that records its input. */
  hooks: z.record(text, z.union([hook, z.array(hook)])).optional(),
  /** Whether the input line is awaited before the first step. Default: true. */
  ready: z.boolean().optional(),
  /** Events to record besides the usual ones, and usual ones not to record. */
  record: z.array(text).optional(),
  ignore: z.array(text).optional(),
  script: z.union([turns, z.record(text, z.unknown())]),
  steps: z.array(z.custom<FactStep | Action>((step) => typeof step === "object")),
});

export type Checks = z.infer<typeof checks>;
export type FactStep = z.infer<typeof factStep>;
export type Action = z.infer<typeof action>;
export type HookPlan = z.infer<typeof hook>;
export type Session = z.infer<typeof sessionSchema> & { readonly name: string };

const folder = join(import.meta.dirname, "sessions");

/** All sessions. Throws if a file is not what it should be: a misspelt check would check nothing. */
export function readSessions(): readonly Session[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .flatMap((file) => {
      const sessions = z
        .record(text, z.unknown())
        .parse(parse(readFileSync(join(folder, file), "utf8")));
      return Object.entries(sessions).map(([name, value]) => {
        // As written: actions of a step are done in the order of its keys.
        const session = { ...(value as z.infer<typeof sessionSchema>), name };
        const check = (schema: z.ZodType, part: unknown, where: string) => {
          const { error } = schema.safeParse(part);
          if (error) throw new Error(`${file}: ${name}${where}: ${z.prettifyError(error)}`);
        };
        check(sessionSchema, value, "");
        for (const [index, step] of session.steps.entries())
          check(isFact(step) ? factStep : action, step, `: step ${index + 1}`);
        return session;
      });
    });
}

export const isFact = (step: FactStep | Action): step is FactStep => "fact" in step;

export const factsOf = ({ steps }: Session): readonly FactStep[] => steps.filter(isFact);
