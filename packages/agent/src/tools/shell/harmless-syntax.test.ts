import { expect, it } from "vitest";
import { isReadOnlyCommand } from "./is-read-only-command.ts";

it.each([
  ["an assignment to IFS", "IFS=x ls"],
  ["an assignment to PATH", "PATH=. ls"],
  ["an assignment to BASH_ENV", "BASH_ENV=x ls"],
  ["an array subscript, which is evaluated", "a[0]=1"],
  ["arithmetic, which is evaluated", "ls $((i))"],
  ["an integer variable", "declare -i x; x='a[$(id)]'"],
  ["a prompt expansion", "echo ${x@P}"],
  ["a connection", "cat < /dev/tcp/127.0.0.1/80"],
  ["a redirection to a file", "ls > list"],
  ["the variables of a process", "cat /proc/self/environ"],
  ["a way to them", "cd /proc/self && cat env*"],
])("T11 %s is not read-only: %s", (_what, command) => {
  expect(isReadOnlyCommand(command)).toBe(false);
});
