// Prints how much the browser loads.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { scriptsOf, sum } from '../support/scripts.mjs';
import { heading } from './report.mjs';

const modules = new URL('../../src/matcher-wasm/', import.meta.url);
/** The limit of the first module, without queries and regular expressions, gzipped. */
const WASM_BYTES_MAX = 66 * 1024;

export async function printSizes(browser, site) {
  heading(`Sizes (goal: the first module at most ${kib(WASM_BYTES_MAX)} gzipped)`);
  for (const name of ['literal', 'query', 'regex']) {
    const folder = name === 'literal' ? '' : `${name}/`;
    const bytes = readFileSync(new URL(`${folder}matcher_wasm_bg.wasm`, modules));
    const zipped = gzipSync(bytes, { level: 9 }).length;
    const verdict = name !== 'literal' ? '' : zipped <= WASM_BYTES_MAX ? '  met' : '  MISSED';
    console.log(`  ${kib(zipped)} gzipped, ${kib(bytes.length)} raw  matcher, ${name}${verdict}`);
  }
  const first = sum(await scriptsOf(browser, site.url, '/'));
  console.log(`  ${kib(first)} gzipped  scripts of the first page`);
}

function kib(bytes) {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}
