import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import chromium, { inflate } from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";
import manifest from "../../package.json" with { type: "json" };

const version = manifest.devDependencies["@sparticuz/chromium"];
const cache = join(import.meta.dirname, `../../node_modules/.cache/browser-${version}`);

/** Made for a place without security and with one process, in which the browser ends with its first window. */
const unwanted = [
  "--single-process",
  "--no-zygote",
  "--disable-web-security",
  "--allow-running-insecure-content",
];

type Opened = { readonly browser: Browser } | { readonly because: string };

/** Starts a real browser, or says why there is none. The one that npm installs needs Linux on x64. */
export async function openBrowser(): Promise<Opened> {
  try {
    await unpack();
    return { browser: await launch({}).catch(() => launch(packedLibraries)) };
  } catch (error) {
    const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { because: `the browser cannot start here: ${line}` };
  }
}

const launch = (more: NodeJS.ProcessEnv): Promise<Browser> =>
  playwright.launch({
    executablePath: join(cache, "chromium"),
    args: chromium.args.filter((argument) => !unwanted.includes(argument)),
    env: { PATH: process.env["PATH"], HOME: cache, FONTCONFIG_FILE: fontList, ...more },
  });

/** The fonts of the machine, and the packed ones for a machine without any. */
const fontList = join(cache, "fonts.conf");
const fonts = `<fontconfig><dir>/usr/share/fonts</dir><dir>${cache}/fonts</dir><cachedir>${cache}/fonts-cache</cachedir></fontconfig>`;

/** For machines that lack some, such as NSS. */
const packedLibraries = { LD_LIBRARY_PATH: join(cache, "al2023/lib") };

/** Unpacks the browser once. Not in the folder for temporary files, where it would start a file that another user left there. */
async function unpack(): Promise<void> {
  if (existsSync(cache)) return;
  mkdirSync(dirname(cache), { recursive: true });
  const folder = mkdtempSync(`${cache}-`);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  try {
    const packed = dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium")));
    await chromium.executablePath();
    await inflate(join(packed, "../bin/al2023.tar.br"));
    writeFileSync(join(folder, "fonts.conf"), fonts);
    // Whole or not at all: a process that is killed leaves no half of a browser.
    renameSync(folder, cache);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    // Another process may have been faster.
    if (!existsSync(cache)) throw error;
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}
