import { hostVersion } from "../../host-version.ts";
import type { ControlHandler } from "../control-context.ts";

export const getBinaryVersion: ControlHandler = () => ({ version: hostVersion });
