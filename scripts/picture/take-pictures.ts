import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { htmlPage, timelineOf } from "@snaphook/bench";
import { openBrowser } from "../testing/open-browser.ts";

/** Takes pictures of the page of a trace: wide, and on a phone with a hook selected. */
export async function takePictures(trace: string, folder: string): Promise<void> {
  const opened = await openBrowser();
  if (!("browser" in opened)) throw new Error(opened.because);
  const { browser } = opened;
  try {
    const file = `${trace}.html`;
    writeFileSync(file, htmlPage(timelineOf([trace]), "Hooks in trace.jsonl"));
    mkdirSync(folder, { recursive: true });
    const page = await browser.newPage({ viewport: { width: 1280, height: 620 } });
    await page.goto(pathToFileURL(file).href);
    await page.screenshot({ path: join(folder, "trace.png") });
    await page.setViewportSize({ width: 390, height: 780 });
    await page.fill("#event", "PreToolUse");
    await page.locator(".run").first().click();
    await page.screenshot({ path: join(folder, "trace-phone.png") });
  } finally {
    await browser.close();
  }
}
