/**
 * T3: texts that look like secrets, whatever their name. A shape with an end
 * also matches without it, because the text may have been cut.
 */
export const secretShapes = new RegExp(
  [
    "-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\\s\\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)",
    // A JSON Web Token.
    "\\beyJ[\\w-]{8,}\\.[\\w-]*(?:\\.[\\w-]*)*",
    // Keys that say whose they are.
    "\\bsk-[\\w-]{12,}",
    "\\b[prs]k_(?:live|test)_\\w{8,}",
    "\\bgh[pousr]_\\w{16,}",
    "\\bgithub_pat_\\w{16,}",
    "\\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat)-[\\w-]{12,}",
    "\\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{12,}",
    "\\bxox[a-z]-[\\w-]{8,}",
    "\\bxapp-[\\w-]{8,}",
    "\\bAIza[\\w-]{20,}",
    "\\bya29\\.[\\w-]{8,}",
    "\\bnpm_\\w{20,}",
    "\\bpypi-[\\w-]{16,}",
    "\\bhf_\\w{16,}",
    "\\bdop_v1_\\w{16,}",
    "\\bSG\\.[\\w-]{8,}\\.[\\w-]{8,}",
    "\\bage-secret-key-\\w{8,}",
    "\\bhooks\\.slack\\.com/services/[\\w/]+",
  ].join("|"),
  "gi",
);
