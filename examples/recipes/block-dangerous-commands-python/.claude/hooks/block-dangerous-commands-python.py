"""Refuses commands that cannot be undone. The "if" rules in the settings parse the command as a shell does, so this script only runs when rm,
git push, git reset --hard or mkfs is really called; its argument says which."""

import json
import re
import sys

RULES = {
    "rm": (r" -[a-zA-Z]*[rR]|--recursive", "recursive deletes are not allowed: remove files by name"),
    "push": (
        r" -[a-zA-Z]*f| --force| --mirror| --delete| [+:][a-zA-Z]",
        "this push can throw away work of others: push without force",
    ),
    "reset": (r"^", "git reset --hard throws changes away: use git stash"),
    "disk": (r"^", "this erases a disk"),
}

pattern, reason = RULES[sys.argv[1]]
if re.search(pattern, json.load(sys.stdin)["tool_input"]["command"]):
    print(reason, file=sys.stderr)
    sys.exit(2)
