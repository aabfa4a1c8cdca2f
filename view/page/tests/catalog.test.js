// Tests how the page updates its list of assets from build to build.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Content } from "../content.js";

const asset = (name, type, since = 1, more = {}) => ({ name, type, since, bytes: 1, ...more });

/** Creates content whose server lists these assets. */
async function listed(assets) {
  globalThis.fetch = async () => ({ ok: true, json: async () => ({ number: 1, assets }) });
  const content = new Content();
  await content.refresh();
  return content;
}

const names = ({ assets }) => assets.map(({ name }) => name);

test("a build's changes take the place of what was listed", async () => {
  const content = await listed([asset("a", "Model"), asset("b", "Texture"), asset("d", "Model")]);
  const changed = await content.update({ number: 2, assets: [asset("b", "Texture", 2), asset("c", "Model", 2)], gone: ["d"] });
  assert.deepEqual(names(content), ["a", "b", "c"]);
  assert.deepEqual(content.assets.filter(changed).map(({ name }) => name), ["b", "c"]);
  assert.equal(content.get("b").since, 2);
  assert.equal(content.typeOf("d"), undefined);
  assert.equal(content.number, 2);
});

test("a build that changed nothing leaves the list as it is", async () => {
  const content = await listed([asset("a", "Model")]);
  const before = content.assets;
  const changed = await content.update({ number: 2, assets: [], gone: [] });
  assert.equal(content.assets, before);
  assert.ok(!changed(before[0]));
});

test("without a list of changes everything is read again", async () => {
  const content = await listed([asset("a", "Model")]);
  globalThis.fetch = async () => ({ ok: true, json: async () => ({ number: 7, assets: [asset("z", "Model", 7)] }) });
  const changed = await content.update({ number: 6, assets: null, gone: null });
  assert.deepEqual([names(content), content.number, changed(content.assets[0])], [["z"], 7, true]);
});

test("an asset of the project is found by its name, its source and its content", async () => {
  const content = await listed([
    asset("Models/Grund.model", "Model", 1, { asset: "Models/Grund" }),
    asset("Models/Grund.skeleton", "Skeleton", 1, { asset: "Models/Grund" }),
    asset("Run", "AnimationSequence"),
  ]);
  for (const wanted of ["Models/Grund", "Models/Grund.fbx", "Models/Grund.model"]) {
    assert.equal(content.find(wanted), "Models/Grund.model", wanted);
  }
  assert.equal(content.find("Models/Grund.skeleton"), "Models/Grund.skeleton");
  assert.equal(content.find("Run.Animation"), "Run");
  assert.equal(content.find("Models/.hidden"), undefined);
  assert.equal(content.find(""), undefined);
});
