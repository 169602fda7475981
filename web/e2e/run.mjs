// Runs the browser tests: each file starts a stack of its own and stops it.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const folder = new URL('.', import.meta.url).pathname;
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.test.mjs'))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .map((name) => folder + name);

if (files.length === 0) {
  console.error(`No browser test is called like ${wanted.join(', ')}.`);
  process.exit(1);
}
// A file is given up when it hangs; whatever its tests wait for is bounded by itself.
const flags = ['--test-concurrency=1', `--test-timeout=${60 * 60_000}`, '--test-reporter=spec'];
const args = ['--test', ...flags, ...files];
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
process.exit(status ?? 1);
