// Loaded before the command: every way to start a process fails loudly.
const childProcess = require("node:child_process");
const refuse = (name) => () => {
  process.stderr.write(`a process was started with ${name}\n`);
  process.exit(99);
};
for (const name of ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"])
  childProcess[name] = refuse(name);
require("node:module").syncBuiltinESMExports();
