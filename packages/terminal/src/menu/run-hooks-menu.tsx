import { startedByAgent } from "@snaphook/bench";
import type { Hooks } from "@snaphook/engine";
import type { ProfileName } from "@snaphook/protocol";
import { render, useApp, useStdout } from "ink";
import { useState } from "react";
import { guardPastes } from "../input/guard-pastes.ts";
import { useKeys } from "../input/use-keys.ts";
import { createMenu } from "./create-menu.ts";
import { HooksMenu } from "./hooks-menu.tsx";
import type { MenuSource } from "./menu-source.ts";
import { openEditor } from "./open-editor.ts";
import { setClipboard } from "./set-clipboard.ts";

export interface RunHooksMenuOptions {
  /** Loads the hooks as the settings are now, under a profile if one is named. */
  readonly open: (profile?: ProfileName) => Promise<Hooks>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

/** The menu of hooks without a session. Returns what the user changed, one line each. */
export async function runHooksMenu({
  open,
  stdin,
  stdout,
}: RunHooksMenuOptions): Promise<readonly string[]> {
  const said: string[] = [];
  const source = filesSource(open);
  const screen = render(<MenuAlone source={source} said={said} />, {
    stdin: guardPastes(stdin),
    stdout,
    // Ink would print only the last frame where CI is set.
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
    incrementalRendering: true,
  });
  await screen.waitUntilExit();
  await source.close();
  return said;
}

function MenuAlone({ source, said }: { readonly source: MenuSource; readonly said: string[] }) {
  const { exit, suspendTerminal } = useApp();
  const { stdout } = useStdout();
  const [menu] = useState(() =>
    createMenu({
      source,
      statistics: () => undefined,
      now: () => Date.now(),
      close: exit,
      said: (text) => said.push(text),
      copy: (text) => stdout.write(setClipboard(text)),
      edit: (file, line) => suspendTerminal(() => openEditor(file, line, process.env)),
    }),
  );
  useKeys((stroke) => {
    if ("key" in stroke && (stroke.key === "ctrl+c" || stroke.key === "ctrl+d")) exit();
  });
  return <HooksMenu menu={menu} />;
}

/** The hooks as the files have them, now and after each change. */
export function filesSource(
  open: RunHooksMenuOptions["open"],
): MenuSource & { close(): Promise<void> } {
  let current: Hooks | undefined;
  async function close(): Promise<void> {
    await current?.close();
    current = undefined;
  }
  return {
    async hooks() {
      if (current && (await current.config.checkForChanges())) await close();
      current ??= await open();
      return current;
    },
    async change(files, write) {
      await write();
      await close();
      return files;
    },
    tools: () => [],
    openAs: open,
    readOnly: startedByAgent(process.env),
    close,
  };
}
