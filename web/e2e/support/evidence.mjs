// Keeps evidence of a failed test: screenshots and texts of the open pages, and the server's log.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';

import { EarlierFailure, opened } from './browser.mjs';
import { file } from './own.mjs';

const root = new URL('../../../.tools/logs/browser/', import.meta.url).pathname;
/** The timeout for a page, so that one that hangs does not hide why the test failed. */
const PICTURE_MS = 10_000;
const kept = new Set();

/** Keeps evidence if the test `t` has failed. */
export async function keepEvidenceOf(t, stack) {
  const error = t.error?.cause ?? t.error;
  if (t.passed || !error || error instanceof EarlierFailure || kept.has(error)) return;
  await keepEvidence(t.fullName, error, stack, [...opened]);
}

/** Keeps the pages of these contexts and prints the folder. */
export async function keepEvidence(name, error, stack, contexts) {
  kept.add(error);
  const folder = `${root}${nameOf(`${file} ${name}`)}/`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let count = 0;
  for (const { context, problems } of contexts) {
    for (const page of context.pages()) {
      count += 1;
      const said = await keepPage(page, `${folder}page-${count}`);
      writeFileSync(`${folder}page-${count}.txt`, [page.url(), ...problems, ...said].join('\n\n'));
    }
    if (problems.length > 0) console.error(problems.join('\n'));
  }
  if (stack) copyFileSync(stack.log, `${folder}harken.log`);
  console.error(`evidence: ${folder}`);
}

/** Takes a screenshot and returns the page's text, or why there is none. */
async function keepPage(page, path) {
  const act = [
    page.screenshot({ path: `${path}.png`, timeout: PICTURE_MS }).then(() => []),
    page.locator('body').ariaSnapshot({ timeout: PICTURE_MS }),
  ];
  const done = await Promise.allSettled(act);
  return done.flatMap(({ value, reason }) => value ?? reason.message);
}

const nameOf = (text) =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 120)
    .replaceAll(/^-|-$/g, '');
