import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { brand } from "./brand.ts";
import { jsonSchemas } from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** The paths of properties that no description explains, a named type's own included. */
function undescribed(schema: Json): readonly string[] {
  const definitions = (schema["$defs"] ?? {}) as Readonly<Record<string, Json>>;
  const named = (ref: unknown) => definitions[String(ref).replace("#/$defs/", "")];
  const search = (part: unknown, path: string): readonly string[] => {
    if (!isObject(part)) return [];
    const properties = Object.entries(isObject(part["properties"]) ? part["properties"] : {});
    return [
      ...properties
        .filter(
          ([, one]) =>
            isObject(one) && !(one["description"] ?? named(one["$ref"])?.["description"]),
        )
        .map(([key]) => `${path}/${key}`),
      ...properties.flatMap(([key, one]) => search(one, `${path}/${key}`)),
      ...Object.entries(part)
        .filter(([key]) => key !== "properties")
        .flatMap(([key, one]) => search(one, `${path}/${key}`)),
    ];
  };
  return search(schema, "");
}

const root = join(import.meta.dirname, "../../..");

describe("the JSON Schemas", () => {
  it.each([...jsonSchemas.keys()])("%s explains every property", (name) => {
    expect(undescribed(jsonSchemas.get(name)?.() ?? {})).toEqual([]);
  });

  it.each([...jsonSchemas.keys()])("%s says what it is and where it is published", (name) => {
    expect(jsonSchemas.get(name)?.()).toMatchObject({
      $schema: expect.stringContaining("json-schema.org"),
      $id: `npm:@${brand.command}/protocol/schemas/${name}.json`,
    });
  });

  it("a property without a description is found, also in a list and in a named type", () => {
    const property = { type: "string" };
    expect(
      undescribed({
        properties: { a: property, b: { ...property, description: "b" }, c: { $ref: "#/$defs/C" } },
        anyOf: [{ type: "array", items: { properties: { d: property } } }],
        $defs: { C: { properties: { e: property } } },
      }),
    ).toEqual(["/a", "/c", "/anyOf/0/items/d", "/$defs/C/e"]);
  });
});

describe("C1, C2 the schema of settings", () => {
  const settings = z.fromJSONSchema(
    jsonSchemas.get("settings")?.() as Parameters<typeof z.fromJSONSchema>[0],
  );
  const files = globSync("examples/**/.claude/settings*.json", { cwd: root });

  it("has examples", () => {
    expect(files.length).toBeGreaterThan(3);
  });

  it.each(files)("%s fits", (file) => {
    const text = readFileSync(join(root, file), "utf8");
    expect(settings.safeParse(JSON.parse(text))).toMatchObject({ success: true });
  });

  it("an example refers to it by a valid path", () => {
    const named = files.flatMap((file) => {
      const { $schema } = JSON.parse(readFileSync(join(root, file), "utf8"));
      return $schema === undefined ? [] : [join(root, dirname(file), $schema)];
    });
    expect(named.length).toBeGreaterThan(0);
    for (const path of named)
      expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(jsonSchemas.get("settings")?.());
  });

  it("has every setting that we read, and accepts settings of other hosts", () => {
    const all = {
      $schema: "./schema.json",
      description: "a note",
      hooks: {
        PreToolUse: [
          { matcher: "Bash", sequential: true, hooks: [{ type: "command", command: "x" }] },
        ],
      },
      disableAllHooks: true,
      allowManagedHooksOnly: true,
      allowedHttpHookUrls: ["http://localhost/*"],
      hookEnv: ["NPM_TOKEN"],
      hookProfile: "envoy",
      terminalNotifications: "bell",
      env: { A: "1", B: 2, C: true },
      enabledPlugins: { "guard@market": false },
      permissions: {
        allow: ["Bash(ls)"],
        ask: ["Edit"],
        deny: ["Read(.env)"],
        additionalDirectories: ["../other"],
        defaultMode: "plan",
      },
    };
    expect(settings.safeParse({ ...all, statusLine: {} })).toMatchObject({ success: true });
    const { properties } = jsonSchemas.get("settings")?.() ?? {};
    expect(Object.keys(properties as object).sort()).toEqual(Object.keys(all).sort());
  });

  it.each([
    { hooks: { PreToolUse: [{ hooks: [{ type: "command" }] }] } },
    { hooks: { PreToolUse: [{ hooks: [{ type: "comand", command: "x" }] }] } },
    { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "x", timeout: 0 }] }] } },
    { hooks: { PreToolUse: [{ command: "x" }] } },
    { hooks: { PreToolUse: { hooks: [] } } },
    { disableAllHooks: "yes" },
    { hookProfile: "other" },
    { permissions: { allow: "Bash" } },
  ])("%j does not fit", (value) => {
    expect(settings.safeParse(value)).toMatchObject({ success: false });
  });
});
