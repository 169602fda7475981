// Runs the browser tests, two files at a time: `node e2e/run.mjs [PART OF A NAME]...`. Most files share
// one of two stacks. Each file has its own Chromium, which costs no more than a shared one.
import { setMaxListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

import { startShared } from './support/shared.mjs';
import { summary } from './support/summary.mjs';

/** The longest files, which start first so that none runs alone at the end. */
const LONGEST = ['screens', 'hostile'];
/** The files that measure time, so that nothing may run beside them. */
const ALONE = ['first-load', 'hearing-test'];
const FILES_AT_ONCE = 2;
/** The most files that run once more after a failure. */
const MOST_AGAIN = 3;
/** The limit after which a file that hangs is ended. The waits in tests have their own limits. */
const TIMEOUT_MS = 40 * 60_000;

const folder = new URL('.', import.meta.url).pathname;
const wanted = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.test.mjs'))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .map((name) => basename(name, '.test.mjs'));

if (names.length === 0) {
  console.error(`No browser test is called like ${wanted.join(', ')}.`);
  process.exit(1);
}

const isAlone = (name) => ALONE.includes(name);
const beside = names.filter((name) => !isAlone(name));
beside.sort((one, other) => rank(one) - rank(other));

function rank(name) {
  const at = LONGEST.indexOf(name);
  return at === -1 ? LONGEST.length : at;
}

const results = summary();
const interrupted = new AbortController();
// Each file adds a listener.
setMaxListeners(0, interrupted.signal);

/** Runs these files and waits for their end. Returns those that failed. */
async function runFiles(names, concurrency) {
  if (names.length === 0) return [];
  const files = names.map((name) => `${folder}${name}.test.mjs`);
  const events = run({ files, concurrency, timeout: TIMEOUT_MS, signal: interrupted.signal });
  const failed = new Set();
  // The event of a step names the file that defines `stepsOf`, that of its test comes later.
  events.on('test:fail', ({ file = '' }) => failed.add(basename(file, '.test.mjs')));
  results.listenTo(events);
  const lines = events.compose(spec);
  for await (const line of lines) process.stdout.write(line);
  const known = names.filter((name) => failed.has(name));
  return failed.size > 0 && known.length === 0 ? names : known;
}

// A single file starts only what it needs.
const stop = names.length > 1 ? await startShared() : async () => {};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort());
const failed = [];
try {
  failed.push(...(await runFiles(beside, FILES_AT_ONCE)));
  failed.push(...(await runFiles(names.filter(isAlone), 1)));
} finally {
  await stop();
}
// What a busy machine delayed passes by itself, with a stack of its own. What is broken does not.
delete process.env.E2E_STACKS;
const again = failed.length > MOST_AGAIN || interrupted.signal.aborted ? [] : failed;
const broken = again.length > 0 ? await runFiles(again, 1) : failed;
results.print();
for (const name of failed.filter((name) => !broken.includes(name))) console.log(`again: ${name}`);
if (broken.length > 0) process.exitCode = 1;
