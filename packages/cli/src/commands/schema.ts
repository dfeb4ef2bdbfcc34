import { nearestName } from "@snaphook/engine/internal";
import { jsonSchemas } from "@snaphook/protocol";
import { UsageError } from "../usage-error.ts";

/** `schema`: one JSON Schema of the contract, or the names of all. */
export async function schema(
  name: string | undefined,
  { json }: { readonly json?: boolean },
): Promise<void> {
  const names = [...jsonSchemas.keys()];
  if (name === undefined) {
    console.log(json ? JSON.stringify(names, null, 2) : names.join("\n"));
    return;
  }
  const found = jsonSchemas.get(name);
  if (!found) {
    const nearest = nearestName(name, names);
    const hint =
      nearest === undefined ? "run schema to list the names" : `did you mean ${nearest}?`;
    throw new UsageError(`unknown schema "${name}"; ${hint}`);
  }
  console.log(JSON.stringify(found(), null, 2));
}
