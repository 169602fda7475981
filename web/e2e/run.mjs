// Runs the browser tests, two files at a time: each file starts a stack of its own and stops it.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** They measure time, and so have the machine to themselves, at the end. */
const ALONE = ['first-load', 'hearing-test', 'long-list', 'screens'];

const folder = new URL('.', import.meta.url).pathname;
const wanted = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.test.mjs'))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));

if (names.length === 0) {
  console.error(`No browser test is called like ${wanted.join(', ')}.`);
  process.exit(1);
}

/** Runs these files, `concurrency` at a time; returns whether all passed. */
function run(names, concurrency) {
  if (names.length === 0) return true;
  // A file is given up when it hangs; whatever its tests wait for is bounded by itself.
  const flags = [
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${60 * 60_000}`,
    '--test-reporter=spec',
  ];
  const files = names.map((name) => folder + name);
  const args = ['--test', ...flags, ...files];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}

const isAlone = (name) => ALONE.some((alone) => name.startsWith(alone));
const beside = names.filter((name) => !isAlone(name));
const results = [run(beside, 2), run(names.filter(isAlone), 1)];
process.exit(results.every(Boolean) ? 0 : 1);
