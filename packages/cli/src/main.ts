import { mkdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { brand } from "@snaphook/protocol/brand";

/** Makes one folder that only its owner can enter; whether it exists afterwards. */
function makePrivateFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EEXIST";
  }
}

// Node keeps compiled code there, so the next start takes a third less time. Not in the system's temporary folder, where
// another user could put code for us to run. Made one by one: Node's own recursive mkdir never ends below /proc.
const home = homedir();
const ourFolder = join(home, brand.homeFolder);
const cache = join(ourFolder, "compile-cache");
if (isAbsolute(home) && makePrivateFolder(ourFolder) && makePrivateFolder(cache))
  enableCompileCache(cache);

// Not awaited: the start file loads this one with require, which does not allow a top-level await.
void import("./program.ts");
