// Prints a line for each of the slowest tests, which `scripts/count-tests` reads.
import { basename } from 'node:path';

const SHOWN = 10;

/** Collects durations from the events of runs; `print` writes `slow: SECONDS FILE > TEST > STEP`. */
export function slowest() {
  const ended = [];
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
      if (isWhole) ended.push({ seconds: details.duration_ms / 1000, file, names: [...names] });
      names.length = nesting;
      isWhole = false;
    };
    events.on('test:pass', note);
    events.on('test:fail', note);
  };
  const print = () => {
    ended.sort((one, other) => other.seconds - one.seconds);
    for (const { seconds, file, names } of ended.slice(0, SHOWN)) {
      const path = [basename(file, '.test.mjs'), ...names].join(' > ');
      console.log(`slow: ${seconds.toFixed(1)} ${path}`);
    }
  };
  return { listenTo, print };
}
