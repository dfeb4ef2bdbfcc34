"""Formats what was written, and tells the model, which would otherwise remember the old text."""

import json
import sys

path = json.load(sys.stdin)["tool_input"]["file_path"]
with open(path, encoding="utf-8") as file:
    before = file.read()
lines = [line.rstrip().replace("\t", "  ") for line in before.splitlines()]
after = "\n".join(lines) + "\n"
if after != before:
    with open(path, "w", encoding="utf-8") as file:
        file.write(after)
    context = "format.py changed the file; read it again before you edit it"
    answer = {"hookEventName": "PostToolUse", "additionalContext": context}
    print(json.dumps({"systemMessage": "formatted", "hookSpecificOutput": answer}))
