// Refuses commands that cannot be undone. The "if" rules in the settings parse the command as a shell does, so this script only runs when rm,
// git push, git reset --hard or mkfs is really called; its argument says which.
import { readFileSync } from "node:fs";

const { command } = JSON.parse(readFileSync(0, "utf8")).tool_input;
const rules = {
  rm: [/ -[a-zA-Z]*[rR]|--recursive/, "recursive deletes are not allowed: remove files by name"],
  push: [
    / -[a-zA-Z]*f| --force| --mirror| --delete| [+:][a-zA-Z]/,
    "this push can throw away work of others: push without force",
  ],
  reset: [/^/, "git reset --hard throws changes away: use git stash"],
  disk: [/^/, "this erases a disk"],
};
const [pattern, reason] = rules[process.argv[2]];
if (pattern.test(command)) {
  console.error(reason);
  process.exitCode = 2;
}
