import { inLine } from "@snaphook/protocol";
import { line, type StyledLine } from "../text/styled-line.ts";
import { eventsPage } from "./events-page.ts";
import { formPage } from "./form-page.ts";
import { hookPage } from "./hook-page.ts";
import type { StatisticsById } from "./hook-statistics.ts";
import { hooksPage } from "./hooks-page.ts";
import type { MenuData } from "./menu-data.ts";
import type { MenuScreen } from "./menu-screen.ts";
import { absentPage, confirmPage, problemsPage, textPage, whyPage } from "./other-pages.ts";
import type { Page } from "./page.ts";

/** What pages need besides the configuration. */
export interface Surroundings {
  readonly statistics: StatisticsById | undefined;
  /** In milliseconds. */
  readonly now: number;
}

/** A screen of the menu as a page. */
export function pageOf(
  screen: MenuScreen,
  data: MenuData,
  { statistics, now }: Surroundings,
): Page {
  switch (screen.kind) {
    case "events":
      return eventsPage(data, screen.all);
    case "hooks":
      return hooksPage(data, screen.event, statistics, now);
    case "hook": {
      const hook = data.hooks.find(({ key }) => key === screen.hook);
      return hook ? hookPage(hook, statistics, now) : gone;
    }
    case "problems":
      return problemsPage(data);
    case "absent":
      return absentPage(data);
    case "why":
      return whyPage(data, screen.event);
    case "text":
      return textPage(screen);
    case "confirm":
      return confirmPage(screen.change);
    case "form":
      return formPage(screen.form, data);
  }
}

const gone: Page = {
  title: "Hook",
  head: [],
  rows: [{ line: line("This hook is no longer configured.") }],
  keys: [],
};

/** The line at the bottom. */
export const messageLine = (
  busy: string | undefined,
  message: { readonly text: string; readonly isError: boolean } | undefined,
): StyledLine | undefined => {
  if (busy !== undefined) return line(`${busy} … (Esc ends it)`, { color: "cyan" });
  return message && line(inLine(message.text), { color: message.isError ? "red" : "green" });
};
