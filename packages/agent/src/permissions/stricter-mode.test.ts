import { expect, it } from "vitest";
import { permissionModes } from "./permissions.ts";
import { stricterMode } from "./stricter-mode.ts";

it("G1 a mode that a model wants for a teammate never turns a refusal into a question or a permission", () => {
  for (const wanted of permissionModes) {
    expect(stricterMode("dontAsk", wanted)).toBe("dontAsk");
    expect(stricterMode("plan", wanted)).toBe("plan");
    expect(["auto", "dontAsk"]).toContain(stricterMode("auto", wanted));
    expect(["default", "dontAsk", "plan"]).toContain(stricterMode("default", wanted));
    if (wanted !== "bypassPermissions") expect(stricterMode("acceptEdits", wanted)).toBe(wanted);
    expect(stricterMode("bypassPermissions", wanted)).toBe(wanted);
  }
});
