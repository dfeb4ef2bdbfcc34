import { join, resolve } from "node:path";
import { isObject } from "../is-object.ts";
import { isBelow } from "./is-below.ts";
import { readJson } from "./json-document.ts";
import { partsOf } from "./plugin-id.ts";
import { readText } from "./read-text.ts";

/** A marketplace that the user added. */
interface Marketplace {
  readonly root: string;
  /** Whether it is a folder of the user: its plugins are read from there, not from a copy. */
  readonly isLocal: boolean;
}

/** Marketplaces by name. */
export type Marketplaces = ReadonlyMap<string, Marketplace>;

/** Reads the list that Claude Code keeps of them. */
export async function knownMarketplaces(pluginsFolder: string): Promise<Marketplaces> {
  const known = await readObject(join(pluginsFolder, "known_marketplaces.json"));
  return new Map(
    Object.entries(known).flatMap(([name, market]) => {
      const source = isObject(market) ? market["source"] : undefined;
      if (!isObject(market) || !isObject(source)) return [];
      const isLocal = source["source"] === "directory";
      const root = market["installLocation"] ?? (isLocal ? source["path"] : undefined);
      return typeof root === "string" ? [[name, { root, isLocal }]] : [];
    }),
  );
}

/** What a marketplace says about a plugin. */
interface MarketplaceEntry {
  /** Where the plugin is, if the marketplace is a local folder that has it. */
  readonly folder?: string;
  /** The marketplace's file, if its entry has parts of the plugin. */
  readonly listedIn?: string;
}

export async function findEntry(
  id: string,
  marketplaces: Marketplaces,
): Promise<MarketplaceEntry | undefined> {
  const { name, marketplace } = partsOf(id);
  const market = marketplaces.get(marketplace);
  if (!market) return undefined;
  const { root, isLocal } = market;
  const file = marketplaceFile(root);
  const { plugins, metadata } = await readObject(file);
  const entry = entryNamed(name, plugins)?.entry;
  if (!entry) return undefined;
  const folder = isLocal ? folderOf(entry, metadata, root) : undefined;
  const hasParts = partKeys.some((key) => entry[key] !== undefined);
  return { ...(folder ? { folder } : {}), ...(hasParts ? { listedIn: file } : {}) };
}

/** The keys of an entry that say what the plugin contains. */
const partKeys = ["hooks", "commands", "agents", "skills", "outputStyles", "mcpServers"];

const marketplaceFile = (root: string): string => join(root, ".claude-plugin", "marketplace.json");

/** The entry of a plugin in the list of a marketplace. */
export function entryNamed(name: string, plugins: unknown) {
  const list: readonly unknown[] = Array.isArray(plugins) ? plugins : [];
  const index = list.findIndex((one) => isObject(one) && one["name"] === name);
  const entry = list[index];
  return isObject(entry) ? { entry, index } : undefined;
}

function folderOf(
  { source }: Readonly<Record<string, unknown>>,
  metadata: unknown,
  root: string,
): string | undefined {
  const base = isObject(metadata) ? metadata["pluginRoot"] : undefined;
  if (typeof source !== "string") return undefined;
  const folder = resolve(root, typeof base === "string" ? base : "", source);
  return folder === root || isBelow(root, folder) ? folder : undefined;
}

async function readObject(file: string): Promise<Readonly<Record<string, unknown>>> {
  const read = await readText(file);
  const json = read.state === "text" ? readJson(file, read.text) : undefined;
  return json?.ok && isObject(json.document.value) ? json.document.value : {};
}
