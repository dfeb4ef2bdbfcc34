import { expect, it } from "vitest";
import { drawScreen } from "./draw-screen.ts";
import { readScreen } from "./read-screen.ts";

it("colours and styles of a captured screen become parts of lines", () => {
  const screen =
    "\u001B[1mbold\u001B[0m plain\u001B[38;5;196mred\u001B[39m\n\u001B[7m \u001B[27m\u001B[92mgreen\u001B[48;2;1;2;3mx\n\n\n";
  expect(readScreen(screen)).toEqual([
    [
      { text: "bold", style: { bold: true } },
      { text: " plain", style: {} },
      { text: "red", style: { colour: "rgb(255,0,0)" } },
    ],
    [
      { text: " ", style: { inverse: true } },
      { text: "green", style: { colour: "#aff5b4" } },
      { text: "x", style: { colour: "#aff5b4", background: "rgb(1,2,3)" } },
    ],
  ]);
});

it("words keep their columns, wide characters take two, and nothing of the text is markup", () => {
  const svg = drawScreen(readScreen("a  <b>&\n漢字 c"), { title: "A & B", columns: 10 });
  expect(svg).toContain(
    '<text x="35.6" y="26.0" textLength="28.8" fill="#d0d7de">&lt;b&gt;&amp;</text>',
  );
  expect(svg).toContain('textLength="43.2" fill="#d0d7de">漢字 c</text>');
  expect(svg).toContain("<title>A &amp; B</title>");
});
