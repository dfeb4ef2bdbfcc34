import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

const cache = join(import.meta.dirname, "../../node_modules/.cache/browser");

/** Made for a place without security and with one process, in which the browser ends with its first window. */
const unwanted = [
  "--single-process",
  "--no-zygote",
  "--disable-web-security",
  "--allow-running-insecure-content",
];

/** Starts a real browser, or says why there is none: the packed one needs Linux on x64 and a few libraries. */
export async function openBrowser(): Promise<
  { readonly browser: Browser } | { readonly because: string }
> {
  try {
    const executablePath = await unpacked();
    const args = chromium.args.filter((argument) => !unwanted.includes(argument));
    return { browser: await playwright.launch({ executablePath, args }) };
  } catch (error) {
    const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { because: `the browser cannot start here: ${line}` };
  }
}

/** Unpacks the browser once. Not in the folder for temporary files, where it would start a file that another user left there. */
async function unpacked(): Promise<string> {
  const program = join(cache, "chromium");
  if (existsSync(program)) return program;
  mkdirSync(join(cache, ".."), { recursive: true });
  const folder = mkdtempSync(`${cache}-`);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  try {
    await chromium.executablePath();
    // Whole or not at all: a process that is killed leaves no half of a browser.
    renameSync(folder, cache);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    // Another process may have been faster.
    if (!existsSync(program)) throw error;
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  return program;
}
