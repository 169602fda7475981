// Run by scripts/check-words: node --test web/words/numbers.test.mjs
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { ESLint } from 'eslint';

const web = join(import.meta.dirname, '..');
const RULE = 'words/numbers-by-intl';
const eslint = new ESLint({ cwd: web, ruleFilter: ({ ruleId }) => ruleId === RULE });

/** Lints `body` as a file of the web app in which `n`, `text` and `maybe` are declared. */
async function refused(body) {
  const given = 'declare const n: number, text: string, maybe: number | null;';
  const filePath = join(web, 'src/components/ui/kbd.tsx');
  const [{ messages }] = await eslint.lintText(`${given}\n${body}`, { filePath });
  return messages.map(({ ruleId, message }) => ruleId ?? message);
}

test('refuses a raw number in JSX or in a text', async () => {
  for (const body of [
    'export const a = <p>{n} matches</p>;',
    'export const a = <p>{n > 9 ? "9+" : n}</p>;',
    'export const a = <p>{maybe}</p>;',
    'export const a = `${n} matches`;',
    'export const a = `Save ${n}% of ${text}`;',
  ])
    assert.deepEqual(await refused(body), [RULE], body);
});

test('accepts texts, classes, ids, measures and results of functions', async () => {
  for (const body of [
    'export const a = <p>{text}</p>;',
    'export const a = <p title={text} tabIndex={n} />;',
    'export const a = `${id(n)} matches`; const id = (x: number) => String(x);',
    'export const a = `item-${n}`;',
    'export const a = `0 0 ${n} ${n}`;',
    'export const a = `max(2px, ${n}%)`;',
    'export const a = <p>{n > 0 && <b>{text}</b>}</p>;',
  ])
    assert.deepEqual(await refused(body), [], body);
});
