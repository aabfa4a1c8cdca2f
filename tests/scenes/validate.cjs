// Checks glTF files by Khronos' validator and prints a line for each finding: file, code, message, place.
//
// node validate.cjs VALIDATOR FILE...    VALIDATOR is the folder of the npm package gltf-validator

const fs = require("node:fs");
const path = require("node:path");

const [validatorFolder, ...files] = process.argv.slice(2);
const validator = require(path.resolve(validatorFolder));
const WARNING = 1;

async function check(file) {
  const besides = (uri) => Promise.resolve(new Uint8Array(fs.readFileSync(path.join(path.dirname(file), decodeURIComponent(uri)))));
  const options = { uri: file, externalResourceFunction: besides, maxIssues: 100 };
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), options);
  return report.issues.messages.filter((found) => found.severity <= WARNING);
}

(async () => {
  for (const file of files) {
    for (const { code, message, pointer } of await check(file)) {
      console.log([file, code, message, pointer ?? ""].join("\t"));
    }
  }
  console.log(`${files.length} files checked`);
})();
