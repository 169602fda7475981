// Run by scripts/check-words: node --test web/words/numbers.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';

import ts from 'typescript';

import { rawNumbers } from './numbers.mjs';

/** Checks a file of these lines in which `n`, `text` and `maybe` are declared. */
function refused(lines) {
  const given = 'declare const n: number, text: string, maybe: number | null;';
  const options = { strict: true, jsx: ts.JsxEmit.Preserve, lib: ['lib.es2023.d.ts'] };
  const host = ts.createCompilerHost(options, true);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...how) =>
    name === 'a.tsx'
      ? ts.createSourceFile(name, [given, ...lines].join('\n'), ...how)
      : getSourceFile(name, ...how);
  return rawNumbers(ts.createProgram(['a.tsx'], options, host));
}

test('refuses a raw number in JSX or in a text', () => {
  assert.deepEqual(
    refused([
      'export const a = <p>{n} matches</p>;',
      'export const b = <p>{n > 9 ? "9+" : n}</p>;',
      'export const c = <p>{maybe}</p>;',
      'export const d = `${n} matches`;',
      'export const e = `Save ${n}% of ${text}`;',
      'export const f = <p>{text && (maybe ?? n)}</p>;',
    ]),
    ['2: n', '3: n', '4: maybe', '5: n', '6: n', '7: maybe', '7: n'].map((at) => `a.tsx:${at}`),
  );
});

test('accepts texts, classes, ids, measures and results of functions', () => {
  assert.deepEqual(
    refused([
      'export const a = <p>{text}</p>;',
      'export const b = <p title={text} tabIndex={n} />;',
      'export const c = `${id(n)} matches`; const id = (x: number) => String(x);',
      'export const d = `item-${n}`;',
      'export const e = `0 0 ${n} ${n}`;',
      'export const f = `max(2px, ${n}%)`;',
      'export const g = <p>{n > 0 && <b>{text}</b>}</p>;',
    ]),
    [],
  );
});
