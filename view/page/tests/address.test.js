// Tests the address of what is shown.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.addEventListener ??= () => {};
const { hashOf } = await import("../address.js");

test("an address contains what is set, and can be read again", () => {
  const settings = { show: "Models/Grund.model", clip: "A b/Low@Run&1", time: 0.25, camera: "30,-14,5", panel: null, up: undefined };
  const hash = hashOf(settings);
  assert.equal(hash, "#show=Models/Grund.model&clip=A%20b/Low@Run%261&time=0.25&camera=30,-14,5");
  assert.deepEqual(Object.fromEntries(new URLSearchParams(hash.slice(1))), { show: "Models/Grund.model", clip: "A b/Low@Run&1", time: "0.25", camera: "30,-14,5" });
});
