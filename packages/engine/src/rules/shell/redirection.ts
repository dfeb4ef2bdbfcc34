import type { Redirect } from "unbash";

/** Whether a redirection writes a file, or reads from what is a network connection in truth. */
export function changesFile({ operator, target }: Redirect): boolean {
  const name = target?.value ?? "";
  switch (operator) {
    case "<":
      return /^\/dev\/(?:tcp|udp)\//.test(name);
    case "<&":
      return false;
    case ">&":
      return !/^(?:\d+-?|-)$/.test(name) && name !== "/dev/null";
    default:
      return name !== "/dev/null";
  }
}
