import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { realTarget, sandboxOptions, systemMounts } from "@snaphook/engine/internal";
import { isInside } from "../is-inside.ts";
import { socketsFolder } from "./network/session-network.ts";
import type { OutsideServices } from "./outside-services.ts";
import { planMounts } from "./plan-mounts.ts";
import type { SandboxSettings } from "./sandbox-settings.ts";
import { foldersOfRoot } from "./system-folders.ts";

export interface SandboxPlan {
  /** Real paths that commands must not change. */
  readonly readOnly: readonly string[];
  /** Real paths that they may change, also inside those. */
  readonly writable: readonly string[];
  readonly services: OutsideServices;
  readonly settings: SandboxSettings;
  readonly projectDirectory: string;
  /** Where commands write their output. */
  readonly sessionFolder: string;
  /** The socket of the proxy through which commands reach some hosts; `undefined`: they have the whole network. */
  readonly proxySocket: string | undefined;
}

/** The arguments of bubblewrap for a session. */
export function sandboxArguments(plan: SandboxPlan): readonly string[] {
  const { readOnly, services, settings, projectDirectory, sessionFolder, proxySocket } = plan;
  const { enabled } = settings;
  const isRoot = process.getuid?.() === 0;
  const limitsWrites = enabled || isRoot;
  const present = (paths: readonly string[]) =>
    paths.filter((one) => existsSync(one)).map(realTarget);
  const allowed = present(settings.allowWrite);
  // A folder with a protected file in it stays as it is.
  const isUnprotected = (folder: string) => !readOnly.some((path) => isInside(folder, path));
  const writable = [
    realTarget(sessionFolder),
    ...plan.writable,
    ...(enabled ? present([projectDirectory, tmpdir(), "/tmp", "/var/tmp"]) : []),
    ...(enabled || !isRoot ? [] : present(foldersOfRoot())),
    ...allowed.filter((folder) => enabled || isUnprotected(folder)),
  ];
  const unread = enabled ? present(settings.denyRead) : [];
  const visible = enabled ? present(settings.allowRead) : [];
  return [
    ...sandboxOptions,
    ...(proxySocket === undefined ? [] : ["--unshare-net"]),
    ...[limitsWrites ? "--ro-bind" : "--bind", "/", "/"],
    ...systemMounts,
    ...planMounts({
      readOnly: [
        ...readOnly,
        ...services.readOnly,
        ...(proxySocket === undefined ? [] : [realTarget(dirname(proxySocket))]),
        ...(enabled ? present(settings.denyWrite) : []),
        ...visible.filter((path) => unread.some((folder) => isInside(folder, path))),
      ],
      writable: [...new Set(writable)],
      hiddenFolders: [
        ...services.hiddenFolders,
        ...(proxySocket === undefined ? [] : [realTarget(socketsFolder)]),
        ...unread.filter(isFolder),
      ],
      hiddenFiles: [...services.hiddenFiles, ...unread.filter((path) => !isFolder(path))],
      limitsWrites,
    }),
    "--",
  ];
}

const isFolder = (path: string): boolean => statSync(path).isDirectory();
