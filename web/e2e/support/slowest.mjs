// Which tests took longest, for a line each that a program can read.
import { basename } from 'node:path';

const SHOWN = 10;

/** Gathers from the events of runs; `print` writes `slow: SECONDS FILE > TEST > STEP`. */
export function slowest() {
  const ended = [];
  const listenTo = (events) => {
    // Events come in the order of the tests, those of a part after its beginning and before its end.
    const names = [];
    let file;
    let isWhole = false;
    events.on('test:start', ({ name, nesting, file: place }) => {
      // A step says where steps are made.
      if (nesting === 0) file = place;
      names.length = nesting;
      names.push(name);
      isWhole = true;
    });
    const note = ({ nesting, details }) => {
      // What has parts is listed by its parts.
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
