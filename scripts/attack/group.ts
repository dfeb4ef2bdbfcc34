import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const call = z.strictObject({ tool: z.string(), input: z.record(z.string(), z.unknown()) });
const settings = z.record(z.string(), z.unknown());

/** What surrounds a try. A try may harm only its scratch folders: control runs execute all of them. Texts may contain the placeholders of place.ts. */
const scene = {
  /** Flags of the command, after the permission mode. */
  args: z.array(z.string()).optional(),
  /** Settings of the user and of the project. */
  user: settings.optional(),
  project: settings.optional(),
  /** Whether the user has trusted the project before. */
  trusted: z.boolean().optional(),
  /** Files of the project and of the home; `.sh` files can be executed. */
  files: z.record(z.string(), z.string()).optional(),
  home: z.record(z.string(), z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  /** Run by another process, after the user has trusted the project and before the session starts. */
  before: z.string().optional(),
};

const attempt = z.strictObject({
  /** A command for the Bash tool. */
  run: z.string().optional(),
  /** A call of another tool, or several calls, one after the other. */
  call: call.optional(),
  steps: z.array(z.union([z.string(), call])).optional(),
  /** What the model answers at the end. */
  says: z.string().optional(),
  /** Arguments of the command itself, instead of a session. */
  command: z.array(z.string()).optional(),
  ...scene,
  /** A text of the output, as a regular expression, that shows that the attack succeeded. */
  printed: z.string().optional(),
  /** The item of work that has to stop it; until then it goes through. */
  open: z.string().optional(),
  /** The heading of docs/security.md that says that this is not promised. */
  notPromised: z.string().optional(),
  /** Cannot succeed even without any guard on this machine; says why. */
  noControl: z.string().optional(),
  /** Programs it needs. */
  needs: z.array(z.string()).optional(),
});

const group = z.strictObject({
  title: z.string(),
  /** What happens to such an attack, for the table in docs/security.md. */
  answer: z.string(),
  rules: z.array(z.string()),
  modes: z.array(z.enum(["default", "plan", "acceptEdits", "dontAsk"])),
  /** What counts as a success, besides a changed file and a connection. */
  secrets: z.array(z.enum(["key", "file"])).default(["key"]),
  /** The output has control characters that a terminal would obey. */
  terminal: z.boolean().default(false),
  /** The files whose change is a success, as a regular expression; all by default. */
  watch: z.string().default(""),
  /** A change counts as reported if the guard still refuses and the same turn names the change. */
  guard: z.boolean().default(false),
  /** Whether the tries succeed when no rule and no guard stops them; a control run shows it. */
  control: z.boolean().default(true),
  /** Every try needs its own process. */
  separate: z.boolean().default(false),
  /** The most seconds that a try may take. */
  seconds: z.number().default(8),
  ...scene,
  tries: z.array(z.union([z.string(), attempt])),
});

export type Call = z.infer<typeof call>;
export type Mode = z.infer<typeof group>["modes"][number];
export type Try = Omit<z.infer<typeof attempt>, "run" | "call" | "steps"> & {
  /** Unique in the group. */
  readonly name: string;
  readonly calls: readonly Call[];
};
export type Group = Omit<z.infer<typeof group>, "tries"> & {
  readonly name: string;
  readonly tries: readonly Try[];
};

/** All groups, by the names of their files. */
export function readGroups(): readonly Group[] {
  const folder = join(import.meta.dirname, "groups");
  return globSync("*.yaml", { cwd: folder })
    .sort()
    .map((file) => {
      const { data, error } = group.safeParse(parse(readFileSync(join(folder, file), "utf8")));
      if (data === undefined) throw new Error(`${file}: ${z.prettifyError(error)}`);
      const tries = data.tries.map((one) => readTry(typeof one === "string" ? { run: one } : one));
      const names = tries.map(({ name }) => name);
      const twice = names.find((name, index) => names.indexOf(name) < index);
      if (twice !== undefined) throw new Error(`${file}: two tries are the same: ${twice}`);
      return { ...data, name: basename(file, ".yaml"), tries };
    });
}

function readTry({ run, call: one, steps = [], ...rest }: z.infer<typeof attempt>): Try {
  const calls = [run, one, ...steps].flatMap((step) =>
    step === undefined
      ? []
      : [typeof step === "string" ? { tool: "Bash", input: { command: step } } : step],
  );
  const parts = [rest.before, ...calls.map(describeCall), rest.command?.join(" ")];
  const scenes = [rest.says, rest.args, rest.project, rest.user, rest.files, rest.env].filter(
    Boolean,
  );
  const shown = parts.filter((part) => part !== undefined).join(" ⏎ ");
  return { ...rest, name: [shown, ...scenes.map((part) => JSON.stringify(part))].join(" "), calls };
}

const describeCall = ({ tool, input }: Call): string =>
  tool === "Bash" ? String(input["command"]) : `${tool} ${JSON.stringify(input)}`;
