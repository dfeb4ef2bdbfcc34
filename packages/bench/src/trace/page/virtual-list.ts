/** A list of which only the rows in view are in the document, however many there are. */
export interface VirtualList {
  show(rows: number, draw: (index: number) => HTMLElement): void;
  /** Draws the rows in view again. */
  refresh(): void;
  reveal(index: number): void;
}

/** Rows above and below the view that are drawn too, so that fast scrolling shows no gaps. */
const margin = 12;

/** All rows have the same height, which the style sheet sets as `--row`. */
export function virtualList(view: HTMLElement, content: HTMLElement): VirtualList {
  let count = 0;
  let draw: (index: number) => HTMLElement = () => content;
  let rowHeightDrawn = 0;
  const drawn = new Map<number, HTMLElement>();
  let isWaiting = false;

  const rowHeight = () => Number.parseFloat(getComputedStyle(view).getPropertyValue("--row"));

  function render(): void {
    const height = rowHeight();
    const first = Math.max(0, Math.floor(view.scrollTop / height) - margin);
    const last = Math.min(count, Math.ceil((view.scrollTop + view.clientHeight) / height) + margin);
    if (height !== rowHeightDrawn) clear();
    rowHeightDrawn = height;
    content.style.height = `${count * height}px`;
    for (const [index, row] of drawn)
      if (index < first || index >= last) {
        row.remove();
        drawn.delete(index);
      }
    // Rows are placed by their position, so their order in the document does not matter.
    for (let index = first; index < last; index++)
      if (!drawn.has(index)) content.append(drawRow(index, height));
  }

  function drawRow(index: number, height: number): HTMLElement {
    const row = draw(index);
    row.style.top = `${index * height}px`;
    row.dataset["index"] = String(index);
    drawn.set(index, row);
    return row;
  }

  function clear(): void {
    content.replaceChildren();
    drawn.clear();
  }

  function refresh(): void {
    clear();
    render();
  }

  function renderSoon(): void {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      render();
    });
  }

  view.addEventListener("scroll", renderSoon, { passive: true });
  new ResizeObserver(renderSoon).observe(view);
  return {
    show(rows, drawOne) {
      count = rows;
      draw = drawOne;
      view.scrollTop = 0;
      refresh();
    },
    refresh,
    reveal(index) {
      const height = rowHeight();
      const top = index * height;
      // The head of the columns is above the content and stays in view.
      const end = content.offsetTop + top + height;
      if (top < view.scrollTop) view.scrollTop = top;
      else if (end > view.scrollTop + view.clientHeight) view.scrollTop = end - view.clientHeight;
      refresh();
    },
  };
}
