import type { FlameBox } from "../flame-tree.ts";
import { milliseconds } from "../milliseconds.ts";
import { shortLabel } from "../short-label.ts";
import { element } from "./elements.ts";

/** Narrower boxes, as a share of the width, cannot be seen or clicked. */
const minShare = 0.002;

/** Draws the boxes from `focus` down; a click on a box makes it as wide as the view. */
export function showFlame(view: HTMLElement, root: FlameBox, focus: FlameBox = root): void {
  let hidden = 0;
  const boxes: HTMLElement[] = [];

  function draw(box: FlameBox, left: number, share: number, depth: number): void {
    if (share < minShare) {
      hidden += 1;
      return;
    }
    const times = `${milliseconds(box.totalMs)}, ${box.runs} ${box.runs === 1 ? "run" : "runs"}`;
    const made = element("button", `box depth${depth % 4}`, `${shortLabel(box.name)} (${times})`);
    made.title = `${box.name}\n${times}`;
    made.style.left = `${left * 100}%`;
    made.style.width = `${share * 100}%`;
    made.style.top = `${depth * 30}px`;
    made.addEventListener("click", () => showFlame(view, root, box));
    boxes.push(made);
    let next = left;
    for (const child of box.children) {
      const part = box.totalMs === 0 ? 0 : (share * child.totalMs) / box.totalMs;
      draw(child, next, part, depth + 1);
      next += part;
    }
  }

  draw(focus, 0, 1, 0);
  const back = element("button", "", "show all hooks");
  back.addEventListener("click", () => showFlame(view, root));
  const flame = element("div", "flame", ...boxes);
  view.replaceChildren(
    element("p", "", "Time of all runs by event, tool and hook. Click a box to enlarge it. "),
    ...(focus === root ? [] : [back]),
    flame,
    ...(hidden > 0 ? [element("p", "", `too narrow to show: ${hidden}`)] : []),
  );
}
