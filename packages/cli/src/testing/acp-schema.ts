import schema from "@agentclientprotocol/sdk/schema/v1/schema.json" with { type: "json" };
import { z } from "zod";

type Json = Readonly<Record<string, unknown>>;
type Defs = Readonly<Record<string, Json>>;

const defs = schema.$defs as unknown as Defs;
const schemas = new Map<string, z.ZodType>();

/** The published schema of one kind of message: its method and whether it is a request, a response or a notification. */
function schemaOf(method: string, kind: "Request" | "Response" | "Notification"): z.ZodType {
  const [name] = Object.keys(defs).filter(
    (one) => defs[one]?.["x-method"] === method && one.endsWith(kind),
  );
  if (name === undefined) throw new Error(`the protocol has no ${kind} ${method}`);
  const known = schemas.get(name);
  const made =
    known ??
    z.fromJSONSchema({
      $schema: schema.$schema,
      $ref: `#/$defs/${name}`,
      $defs: defs,
    } as Parameters<typeof z.fromJSONSchema>[0]);
  schemas.set(name, made);
  return made;
}

const errorSchema = z.object({ code: z.int(), message: z.string().min(1) });

/** Checks the messages of a connection, in both directions. */
export function createMessageCheck() {
  /** The methods of requests without a response yet, by their sender and id. */
  const open = new Map<string, string>();
  const problems: string[] = [];
  let count = 0;
  const expect = (value: unknown, name: string, type: z.ZodType) => {
    const { error } = type.safeParse(value);
    if (error) problems.push(`${name}: ${JSON.stringify(value)}: ${error.message}`);
  };
  function checkAnswer(to: string, { id, result, error }: Json): void {
    const method = open.get(`${to} ${id}`);
    if (error !== undefined) expect(error, "error", errorSchema);
    else if (method === undefined) problems.push(`an answer without a request: ${id}`);
    else expect(result, method, schemaOf(method, "Response"));
  }
  return {
    problems,
    count: () => count,
    check(from: "agent" | "client", message: Json): void {
      count++;
      const { jsonrpc, id, method, params } = message;
      expect(jsonrpc, "jsonrpc", z.literal("2.0"));
      if (typeof method !== "string") {
        checkAnswer(from === "agent" ? "client" : "agent", message);
        return;
      }
      const kind = id === undefined ? "Notification" : "Request";
      expect(params, method, schemaOf(method, kind));
      if (id !== undefined) open.set(`${from} ${id}`, method);
    },
  };
}
