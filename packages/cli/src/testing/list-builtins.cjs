// Loaded before the command: when it ends, lists in a file which of Node's own modules were loaded.
const { writeFileSync } = require("node:fs");
process.on("exit", () =>
  writeFileSync(process.env["BUILTINS_FILE"], JSON.stringify(process.moduleLoadList)),
);
