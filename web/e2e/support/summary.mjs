// Sums a run up at its end: why tests failed, and which were the slowest.
import { basename } from 'node:path';

import { EarlierFailure } from './browser.mjs';

/** The number of slowest tests. */
const SLOWEST = 10;
/** The most lines of an error. */
const ERROR_LINES = 15;

/** Returns whether a failure only repeats an earlier one. Errors lose their class between processes. */
const isEarlier = ({ message }) => message?.startsWith(EarlierFailure.name);

/**
 * Collects results from the events of runs. `print` writes `slow: SECONDS FILE > TEST > STEP` for each
 * of the slowest tests, which `scripts/count-tests` reads, and then all failures.
 */
export function summary() {
  const ended = [];
  const failed = [];
  const listenTo = (events) => {
    // Events arrive in the order of the tests, those of a step between start and end of its test.
    const names = [];
    let file;
    let isWhole = false;
    events.on('test:start', ({ name, nesting, file: place }) => {
      // A step's event names the file that defines `stepsOf`.
      if (nesting === 0) file = place;
      names.length = nesting;
      names.push(name);
      isWhole = true;
    });
    const note = ({ nesting, details }) => {
      // A test with steps is listed by its steps.
      if (isWhole) {
        const test = [basename(file, '.test.mjs'), ...names].join(' > ');
        ended.push({ test, seconds: details.duration_ms / 1000 });
        const error = details.error?.cause ?? details.error;
        if (error && !isEarlier(error)) failed.push({ test, error });
      }
      names.length = nesting;
      isWhole = false;
    };
    events.on('test:pass', note);
    events.on('test:fail', note);
  };
  const print = () => {
    ended.sort((one, other) => other.seconds - one.seconds);
    for (const { seconds, test } of ended.slice(0, SLOWEST)) {
      console.log(`slow: ${seconds.toFixed(1)} ${test}`);
    }
    for (const { test, error } of failed) {
      const lines = String(error?.stack ?? error).split('\n');
      console.log(`failed: ${test}\n  ${lines.slice(0, ERROR_LINES).join('\n  ')}`);
    }
  };
  return { listenTo, print };
}
