import { createHash } from "node:crypto";
import { brand, visibleText } from "@snaphook/protocol";
import { pageScript, pageStyle } from "../generated/trace-page.ts";
import type { Timeline } from "./timeline.ts";

/** One page with everything in it: it opens without a network and asks for nothing. */
export function htmlPage(timeline: Timeline, title: string): string {
  const problems = timeline.problems.length;
  const missing = `${problems} ${problems === 1 ? "line" : "lines"} could not be read`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
<label>hook <input id="hook" list="hooks" placeholder="all"></label><datalist id="hooks"></datalist>
<label>event <input id="event" list="events" placeholder="all"></label><datalist id="events"></datalist>
<label><input type="checkbox" id="changed"> only what changed the outcome</label>
<label><input type="checkbox" id="all"> events without hooks</label>
<label><input type="checkbox" id="flames"> flame view</label>
<span id="count"></span>
${problems === 0 ? "" : `<p id="problems">${missing}: ${brand.command} trace names them</p>`}
</header>
<main id="list" tabindex="0" role="listbox" aria-label="timeline">
<div class="row head"><span>event and hook</span><span>ended</span><span class="ms">time</span><span>when</span><span>changed</span><span class="said">the model sees</span><span class="said">the user sees</span><span class="said">nobody sees</span></div>
<div id="rows"></div>
</main>
<main id="flame" hidden></main>
<aside id="details" hidden></aside>
<script type="application/json" id="timeline">${data(timeline)}</script>
<script>${pageScript}</script>
</body>
</html>
`;
}

const hashOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Only our script and style run, nothing is loaded or sent, and no text can become markup. */
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(pageScript)}`,
  `style-src ${hashOf(pageStyle)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** JSON that cannot end its element; hidden characters of texts are made visible. */
const data = (timeline: Timeline): string =>
  JSON.stringify(timeline, (_, value: unknown) =>
    typeof value === "string" ? visibleText(value) : value,
  ).replaceAll("<", "\\u003c");

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

const escaped = (text: string): string =>
  visibleText(text).replaceAll(/[&<"]/g, (character) => entities[character] ?? "");
