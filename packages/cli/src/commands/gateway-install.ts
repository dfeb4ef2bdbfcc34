import { homedir } from "node:os";
import { resolve } from "node:path";
import { lineDiff } from "@snaphook/engine/internal";
import {
  type ClientFile,
  ClientFileError,
  type ClientName,
  changeClientFile,
  clientFiles,
  clientNames,
  installIn,
  readClientFile,
  uninstallFrom,
} from "@snaphook/gateway";
import { brand } from "@snaphook/protocol";
import { printMessage, printReport } from "../print.ts";
import { refuseInsideAgent } from "../refuse-inside-agent.ts";
import { suggestName, UsageError } from "../usage-error.ts";

export interface GatewayInstallFlags {
  readonly cwd: string;
  readonly file?: string;
  readonly yes?: boolean;
}

/** `gateway install` and `gateway uninstall`: show a diff of the client's files, and write them with --yes. */
export async function gatewayInstall(
  verb: "install" | "uninstall",
  client: string,
  flags: GatewayInstallFlags,
): Promise<void> {
  refuseInsideAgent();
  const files = filesOf(client, flags);
  let changes = 0;
  let found = 0;
  for (const place of files) {
    const text = await readable(place, () => readClientFile(place.file));
    if (text === undefined) continue;
    found += 1;
    changes += (await change(verb, place, text, flags.yes ?? false)) ? 1 : 0;
  }
  if (found === 0)
    throw new UsageError(
      `${client} has no file with servers here: ${files.map(({ file }) => file).join(", ")}`,
    );
  if (changes > 0 && !flags.yes)
    printMessage(
      `nothing was written; to write it: ${brand.command} gateway ${verb} ${client} --yes`,
    );
  else if (changes > 0) printMessage(`restart ${client}, or let it load its servers again`);
}

function filesOf(client: string, { cwd, file }: GatewayInstallFlags): readonly ClientFile[] {
  if (!isClient(client))
    throw new UsageError(`unknown client "${client}"; ${suggestName(client, clientNames)}`);
  const around = {
    cwd: resolve(cwd),
    home: homedir(),
    platform: process.platform,
    env: process.env,
  };
  const files = clientFiles(client, around);
  const [first] = files;
  return file === undefined || !first ? files : [{ ...first, file: resolve(file) }];
}

const isClient = (name: string): name is ClientName =>
  (clientNames as readonly string[]).includes(name);

/** Returns whether the file changes. */
async function change(
  verb: "install" | "uninstall",
  place: ClientFile,
  text: string,
  writes: boolean,
): Promise<boolean> {
  const next = await readable(place, async () =>
    verb === "install" ? installIn(text, place, commandFor(place)) : uninstallFrom(text, place),
  );
  for (const { name, because } of next.left)
    printMessage(`${place.file}: ${name} stays as it is: ${because}`);
  if (next.changed.length === 0) {
    printMessage(`${place.file}: nothing to change`);
    return false;
  }
  printReport(`${place.file}\n${lineDiff(text, next.text)}`);
  if (writes) {
    await readable(place, () => changeClientFile(place.file, next.text));
    printMessage(`${place.file}: written (${next.changed.join(", ")})`);
  }
  return true;
}

/** A project's file is for every machine. Programs with windows often have another PATH than the user's terminal. */
function commandFor({ scope }: ClientFile): readonly [string, ...string[]] {
  const [node, script] = process.argv;
  if (scope === "project" || node === undefined || script === undefined) return [brand.command];
  return [node, script];
}

async function readable<Value>({ file }: ClientFile, action: () => Promise<Value>): Promise<Value> {
  return action().catch((error: unknown) => {
    throw error instanceof ClientFileError
      ? new UsageError(`${file} was not changed: ${error.message}`)
      : error;
  });
}
