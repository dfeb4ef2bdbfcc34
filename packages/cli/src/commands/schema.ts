import { nearestName } from "@snaphook/engine/internal";
import { brand, jsonSchemas } from "@snaphook/protocol";
import { printJson, printReport } from "../print.ts";
import { UsageError } from "../usage-error.ts";

/** `schema`: one JSON Schema of the contract, or the names of all. */
export async function schema(
  name: string | undefined,
  { json }: { readonly json?: boolean },
): Promise<void> {
  const names = [...jsonSchemas.keys()];
  if (name === undefined) {
    if (json) printJson(names);
    else printReport(names.join("\n"));
    return;
  }
  const found = jsonSchemas.get(name);
  if (!found) {
    const parts = names.filter((known) => known.startsWith(`${name}.`));
    const meant = parts.length > 0 ? parts.join(" or ") : nearestName(name, names);
    const hint =
      meant === undefined ? `${brand.command} schema lists the names` : `did you mean ${meant}?`;
    throw new UsageError(`unknown schema "${name}"; ${hint}`);
  }
  printJson(found());
}
