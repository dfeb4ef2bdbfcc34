"""Refuses every call whose input names a protected file, whatever the tool: a shell command can write files too."""

import json
import re
import sys

PROTECTED = ["prod.env"]

# Quotes, backslashes and line breaks inside or before a name do not hide it.
text = re.sub(r"\\[nrt]", " ", json.dumps(json.load(sys.stdin)["tool_input"]))
text = re.sub(r"""["'\\]""", "", text)
for name in PROTECTED:
    if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", text):
        print(f"{name} is protected: work without it, or ask the user", file=sys.stderr)
        sys.exit(2)
