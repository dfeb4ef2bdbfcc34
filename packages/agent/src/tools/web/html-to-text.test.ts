import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growthOf } from "../../../../../scripts/testing/work-of.ts";
import { htmlToText } from "./html-to-text.ts";

const text = (html: string) => htmlToText(html, "https://example.com/dir/page");

describe("WebFetch makes readable text of HTML", () => {
  test("headings, paragraphs, lists, links, tables and code", () => {
    expect(
      text(`<!doctype html><html><head><title>Title</title><style>p { color: red }</style></head>
        <body><!-- not <b>this</b> --><h1>One &amp;
        two</h1><p>A <b>bold</b> <a href="../up?a=1&amp;b=2">link</a> and <a href="#x">none</a>.</p>
        <ul><li>first</li><li>second</li></ul>
        <table><tr><td>a</td><td>b</td></tr></table>
        <pre>if (a &lt; b)
  x</pre><script>if (a < b) alert("</p>")</script>end</body></html>`),
    ).toBe(
      `Title

# One & two

A bold [link](https://example.com/up?a=1&b=2) and none.

- first
- second

| a | b

\`\`\`
if (a < b)
  x
\`\`\`

end`,
    );
  });

  test("malformed HTML is read as far as possible", () => {
    expect(text("1 < 2 &unknown; &#x41;&#66; <a href='javascript:x'>run</a>")).toBe(
      "1 < 2 &unknown; AB run",
    );
    expect(text('<p title="a > b">shown')).toBe("shown");
    expect(text("before<script>never ends")).toBe("before");
    expect(text("before<!-- never ends")).toBe("before");
    expect(text("&#0;&#x110000;")).toBe("&#0;&#x110000;");
    expect(text("<SCRIPT>x</ScRiPt >İ<b>y")).toBe("İy");
  });

  test("any text can be read, and plain words are all kept", () => {
    const html = fc.array(
      fc.constantFrom("<", ">", "</", "<!--", "-->", "script", "a", " href=", '"', "&", "x"),
    );
    fc.assert(fc.property(html, (parts) => typeof text(parts.join("")) === "string"));
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]+$/), { minLength: 1 }), (words) => {
        const paragraphs = words.map((word) => `<p>${word}</p>`).join("");
        expect(text(paragraphs).split("\n\n")).toEqual(words);
      }),
    );
  });

  test.each([
    "<",
    '<a href="',
    "<a href=x>",
    "</a>",
    "<script>",
    "<svg></svg>",
    "<!--",
    "&#",
    "&amp;",
    "<pre>",
    "</",
    " \n",
    "<p>\n\n",
  ])("twice as many %j are read with twice the work", async (part) => {
    const read = (count: number) => text(part.repeat(count));
    expect(await growthOf(2000, read)).toBeLessThan(2.2);
  });
});
