import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openBrowser } from "../../../../scripts/testing/open-browser.ts";
import { timelineOf } from "./build-timeline.ts";
import { htmlPage } from "./html-page.ts";
import { ranAt, recordAt, refusalAt, traceFile } from "./testing.ts";

let opened: { readonly browser: Browser } | { readonly because: string };
beforeAll(async () => {
  opened = await openBrowser();
});
afterAll(async () => {
  if ("browser" in opened) await opened.browser.close();
});

/** Opens the page of a trace, and records what it asks the network for and what it complains about. */
async function openPage(records: readonly object[], size = { width: 1280, height: 720 }) {
  if (!("browser" in opened)) throw new Error(opened.because);
  const trace = traceFile(records);
  const file = join(dirname(trace), "page.html");
  writeFileSync(file, htmlPage(timelineOf([trace]), "Hooks </title><script>hacked = 1</script>"));
  const context = await opened.browser.newContext({ viewport: size });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const [requests, complaints]: [string[], string[]] = [[], []];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const address = pathToFileURL(file).href;
  await page.goto(address);
  return { page, requests, complaints, address };
}

const names = (page: Page) => page.locator("#rows .name").allTextContents();
const formatter = { id: "hook2", label: "format.py" };
const session = [
  recordAt(0, { event: "UserPromptSubmit", input: { prompt_id: "p1", prompt: "Tidy up" } }),
  refusalAt(100),
  recordAt(200, { event: "PostToolUse", ran: [ranAt(200, { ...formatter, durationMs: 200 })] }),
];

describe("the page of trace --html", () => {
  beforeEach(({ skip }) => {
    if ("because" in opened) skip(true, opened.because);
  });

  it("filters by hook, event and what changed the outcome, and shows hook time as a flame", async () => {
    const { page, requests, complaints, address } = await openPage(session);
    expect(await names(page)).toEqual([
      ...["PreToolUse Bash", "guard.sh", "PostToolUse Bash", "format.py"],
    ]);
    await page.check("#all");
    expect(await names(page)).toContain("UserPromptSubmit ");
    await page.uncheck("#all");
    await page.fill("#hook", "format");
    expect(await names(page)).toEqual(["PostToolUse Bash", "format.py"]);
    await page.fill("#hook", "");
    await page.fill("#event", "PreToolUse");
    expect(await names(page)).toEqual(["PreToolUse Bash", "guard.sh"]);
    await page.fill("#event", "");
    await page.check("#changed");
    expect(await names(page)).toEqual(["PreToolUse Bash", "guard.sh"]);
    await page.uncheck("#changed");
    await page.check("#flames");
    const boxes = page.locator(".box");
    expect(await boxes.allTextContents()).toEqual([
      "all hooks (220 ms, 2 runs)",
      ...["PostToolUse (200 ms, 1 run)", "Bash (200 ms, 1 run)", "format.py (200 ms, 1 run)"],
      ...["PreToolUse (20 ms, 1 run)", "Bash (20 ms, 1 run)", "guard.sh (20 ms, 1 run)"],
    ]);
    await page.getByText("PreToolUse (20 ms").click();
    expect((await boxes.allTextContents())[0]).toBe("PreToolUse (20 ms, 1 run)");
    expect([requests, complaints]).toEqual([[address], []]);
  });

  it("shows who sees which text in columns, and the command that repeats a run; it fits a phone", async () => {
    const started = { program: "./guard.sh", args: [], cwd: "/project", variables: {} };
    const [refusal] = [refusalAt(0)];
    const ran = refusal.ran.map((run) => ({ ...run, started }));
    const { page } = await openPage([{ ...refusal, ran }]);
    const cells = page.locator("#rows .run .said");
    expect(await cells.allTextContents()).toEqual([
      ...["not here", "the call is refused: not here", "not here"],
    ]);
    await page.locator("#rows .run").click();
    expect(await page.locator(".audiences section").allTextContents()).toEqual([
      ...["the model seesreason: not here", "the user seesreason: the call is refused: not here"],
      "nobody seesstderr: not here",
    ]);
    expect(await page.locator(".repeat").textContent()).toMatch(
      /^cd \/project && printf .*guard\.sh$/,
    );
    await page.setViewportSize({ width: 360, height: 640 });
    await page.locator("#rows .event").click({ position: { x: 20, y: 10 } });
    expect(await page.locator("#details h2").isVisible()).toBe(true);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width).toBe(360);
  });

  it("is not changed by hostile texts, and can neither load nor send anything", async () => {
    let received = 0;
    const server = createServer((_, response) => {
      received += 1;
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const hostile = [
      "</script><script>hacked = 1</script><!--",
      `<img src="${url}" onerror="hacked = 1"><iframe srcdoc="<script>top.hacked = 1</script>">`,
      `" onmouseover="hacked = 1" x="'><svg onload=hacked=1><link rel=stylesheet href=${url}>`,
      "\u001b[2J\u0000\u202e\u2028<base href=javascript:hacked=1//>",
    ].join("\n");
    const label = `hook ${hostile}`;
    const hook = { id: hostile, label };
    const output = { text: hostile, bytes: 9, complete: true };
    const failure = { kind: "exit", detail: hostile };
    const texts = (["model", "user", "log"] as const).map((audience) => ({
      ...{ audience, kind: hostile, text: hostile, hook },
    }));
    const { outcome } = refusalAt(0);
    const record = refusalAt(0, {
      session: hostile,
      agent: hostile,
      input: { prompt: hostile, tool_name: hostile, [hostile]: hostile },
      ran: [ranAt(0, { ...hook, stdout: output, stderr: output, failure, notes: [hostile] })],
      held: [{ ...hook, reason: hostile, because: hostile }],
      ...(outcome ? { outcome: { ...outcome, action: hostile, messages: texts } } : {}),
    });
    const { page, requests, complaints, address } = await openPage([record]);
    const rows = page.locator("#rows .row");
    expect(await rows.count()).toBe(4);
    for (const row of await rows.all()) await row.click({ position: { x: 30, y: 8 } });
    await page.check("#flames");
    await page.uncheck("#flames");
    await page.locator("#rows .run").click({ position: { x: 30, y: 8 } });
    expect(await page.locator("#details pre").first().textContent()).toContain("</script><script>");
    expect(await page.locator("#details").textContent()).toContain(
      "\\x1b[2J\\x00\\u{202e}\\u{2028}",
    );
    expect(await page.locator("img, iframe, svg, link, base").count()).toBe(0);
    expect(await page.evaluate("typeof hacked")).toBe("undefined");
    expect([requests, complaints]).toEqual([[address], []]);
    // Even code that runs in the page cannot send anything or make markup of a text.
    expect(await page.evaluate(`fetch("${url}").then(() => "sent", () => "blocked")`)).toBe(
      "blocked",
    );
    const blocked = `(() => { try { document.body.innerHTML = "<b>x</b>"; return "made"; } catch { return "blocked"; } })()`;
    expect(await page.evaluate(blocked)).toBe("blocked");
    await page.evaluate(`document.body.append(Object.assign(new Image(), { src: "${url}" }))`);
    await expect.poll(() => complaints.length).toBeGreaterThanOrEqual(2);
    expect(received).toBe(0);
  });

  it("scrolls through 10,000 events with a bounded number of elements, to the last one", async () => {
    const events = Array.from({ length: 10_000 }, (_, index) =>
      refusalAt(index * 50, { ran: [ranAt(index * 50, { label: `hook number ${index}` })] }),
    );
    const { page } = await openPage(events);
    const counts: unknown = await page.evaluate(`(async () => {
      const list = document.getElementById("list");
      const counts = [];
      for (let step = 0; step <= 30; step++) {
        list.scrollTop = (list.scrollHeight * step) / 30;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        counts.push(document.querySelectorAll("*").length);
      }
      return counts;
    })()`);
    if (!Array.isArray(counts)) throw new Error("no counts");
    expect(counts).toHaveLength(31);
    expect(Math.min(...counts)).toBeGreaterThan(50);
    expect(Math.max(...counts)).toBeLessThan(1000);
    await expect.poll(() => page.getByText("hook number 9999").isVisible()).toBe(true);
    await page.getByText("hook number 9999").click();
    expect(await page.locator("#details").textContent()).toContain("hook number 9999");
    await page.fill("#hook", "hook number 777");
    expect(await page.locator("#count").textContent()).toBe("11 events");
    expect(await names(page)).toContain("hook number 7779");
  });
});
