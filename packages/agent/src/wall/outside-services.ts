import { existsSync, globSync, lstatSync } from "node:fs";
import { realTarget } from "@snaphook/engine/internal";

/** A program outside the sandbox that runs commands for others, and where it can be reached. */
interface Service {
  readonly name: string;
  /** Sockets, and folders with sockets: hidden. `~` is the home, `@` the number of the user. */
  readonly sockets?: readonly string[];
  /** Files and folders with what it will run: read-only. */
  readonly files?: readonly string[];
}

/** Services through which a command could leave the sandbox. Not complete: docs/security.md says so. */
const services: readonly Service[] = [
  { name: "Docker", sockets: ["/run/docker.sock", "/run/user/@/docker.sock"] },
  { name: "Podman", sockets: ["/run/podman/podman.sock", "/run/user/@/podman/podman.sock"] },
  { name: "containerd", sockets: ["/run/containerd/containerd.sock"] },
  { name: "LXD", sockets: ["/var/lib/lxd/unix.socket", "/var/snap/lxd/common/lxd/unix.socket"] },
  { name: "libvirt", sockets: ["/run/libvirt/libvirt-sock", "/run/user/@/libvirt/libvirt-sock"] },
  { name: "D-Bus", sockets: ["/run/user/@/bus", "/run/dbus/system_bus_socket"] },
  {
    name: "systemd",
    sockets: ["/run/user/@/systemd/private", "/run/systemd/private"],
    files: ["~/.config/systemd/user", "/etc/systemd/system"],
  },
  { name: "tmux", sockets: ["/tmp/tmux-@"] },
  { name: "screen", sockets: ["/run/screen", "~/.screen"] },
  { name: "supervisord", sockets: ["/run/supervisor.sock", "/tmp/supervisor.sock"] },
  { name: "PM2", sockets: ["~/.pm2/rpc.sock", "~/.pm2/pub.sock"] },
  { name: "Watchman", sockets: ["~/.local/state/watchman/*-state/sock"] },
  { name: "Emacs", sockets: ["/run/user/@/emacs", "/tmp/emacs@"] },
  { name: "Neovim", sockets: ["/run/user/@/nvim.*"] },
  { name: "VS Code", sockets: ["/run/user/@/vscode-*.sock", "/tmp/vscode-*.sock"] },
  {
    name: "cron",
    files: ["/etc/crontab", "/etc/cron.*", "/var/spool/cron", "/var/spool/anacron"],
  },
  { name: "at", files: ["/var/spool/at", "/var/spool/cron/atjobs"] },
  { name: "autostart", files: ["~/.config/autostart"] },
];

export interface OutsideServices {
  /** Names of the services that were found. */
  readonly names: readonly string[];
  readonly hiddenFolders: readonly string[];
  readonly hiddenFiles: readonly string[];
  readonly readOnly: readonly string[];
}

/** The services that can be reached from here now. */
export function outsideServices(
  home: string,
  user: number = process.getuid?.() ?? 0,
): OutsideServices {
  const find = (patterns: readonly string[] = []) =>
    patterns.flatMap((pattern) => {
      const path = pattern.replace("~", () => home).replaceAll("@", String(user));
      const found = path.includes("*") ? globSync(path) : [path];
      return found.filter((one) => existsSync(one)).map(realTarget);
    });
  const found = services.map(({ name, sockets, files }) => ({
    name,
    sockets: find(sockets),
    files: find(files),
  }));
  const sockets = [...new Set(found.flatMap((one) => one.sockets))];
  return {
    names: found.filter((one) => one.sockets.length > 0).map(({ name }) => name),
    hiddenFolders: sockets.filter(isFolder),
    hiddenFiles: sockets.filter((path) => !isFolder(path)),
    readOnly: [...new Set(found.flatMap(({ files }) => files))],
  };
}

const isFolder = (path: string): boolean => lstatSync(path).isDirectory();

/** Ways out that a mount cannot close, by the variables that name them. */
export function openWaysOut(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const isTcp = /^(?:tcp|http|https|ssh):/.test(env["DOCKER_HOST"] ?? "");
  const display = env["DISPLAY"] || env["WAYLAND_DISPLAY"];
  return [
    ...(isTcp ? [`Docker at ${env["DOCKER_HOST"]}`] : []),
    ...(display ? [`the display ${display}`] : []),
    ...(env["DOCKER_HOST"]?.startsWith("unix:") ? [`Docker at ${env["DOCKER_HOST"]}`] : []),
  ];
}
