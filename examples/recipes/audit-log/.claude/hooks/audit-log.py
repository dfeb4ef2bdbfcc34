"""Appends one line of JSON for every tool call that succeeded. One write per line: parallel hooks do not mix their lines."""

import json
import os
import sys
from datetime import datetime, timezone

call = json.load(sys.stdin)
line = {
    "time": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    "session": call["session_id"],
    "tool": call["tool_name"],
    "input": call["tool_input"],
}
path = os.path.join(os.environ["CLAUDE_PROJECT_DIR"], "audit.jsonl")
with open(path, "a", encoding="utf-8") as file:
    file.write(json.dumps(line) + "\n")
