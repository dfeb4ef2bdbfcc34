import { Box, usePaste, useWindowSize } from "ink";
import { useSyncExternalStore } from "react";
import { useKeys } from "../input/use-keys.ts";
import { LineView } from "../text/line-view.tsx";
import { line } from "../text/styled-line.ts";
import type { Menu } from "./create-menu.ts";
import { layoutPage } from "./layout-page.ts";
import { messageLine } from "./menu-pages.ts";

/** The menu of hooks on the screen. */
export function HooksMenu({ menu }: { readonly menu: Menu }) {
  const size = useWindowSize();
  const { busy, message } = useSyncExternalStore(menu.subscribe, menu.state, menu.state);
  useKeys((stroke) => menu.press(stroke, size));
  usePaste((text) => menu.press({ text: text.replaceAll(/[\r\n]+/g, " ") }, size));
  const page = menu.page();
  const lines = page
    ? layoutPage(page, size, {
        cursor: menu.cursor(size.columns),
        message: messageLine(busy, message),
      })
    : [messageLine(busy, message) ?? line("")];
  return (
    <Box flexDirection="column">
      {lines.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place
        <LineView key={index} line={one} />
      ))}
    </Box>
  );
}
