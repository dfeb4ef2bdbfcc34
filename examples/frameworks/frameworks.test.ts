import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { it } from "vitest";
import * as tested from "../../scripts/packed/tested.ts";
import agents from "./package.json" with { type: "json" };

const transcript = readFileSync(join(import.meta.dirname, "transcript.txt"), "utf8");

it.concurrent.for(Object.keys(agents.scripts))(
  "%s: the same refusals, rewrites and contexts as with every other framework",
  async (name, { expect, onTestFinished }) => {
    const home = mkdtempSync(join(tmpdir(), "frameworks-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const { stdout, stderr } = await promisify(execFile)(
      tested.node,
      [...tested.nodeOptions, join(tested.home, `examples/frameworks/${name}.ts`)],
      { env: { PATH: tested.path, HOME: home } },
    );
    expect({ stdout, stderr }).toEqual({ stdout: transcript, stderr: "" });
  },
);
