import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { aWatch } from '@/testing/fixtures';
import { serveImport } from '@/testing/import-server';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const field = () => screen.getByRole('textbox', { name: 'Your keywords' });
const format = (name: string) => screen.getByRole('radio', { name });
const button = (name: string) => screen.getByRole('button', { name });
const refusedLines = () =>
  within(screen.getByRole('region', { name: 'Lines that were not imported' }))
    .getAllByRole('listitem')
    .map((line) => line.textContent);

async function openImport() {
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  await screen.findByRole('dialog', { name: 'Import keywords' });
  const paste = (text: string) => fireEvent.change(field(), { target: { value: text } });
  const send = () => user.click(button('Import'));
  const choose = (text: string, name: string) =>
    user.upload(screen.getByLabelText('Choose a file'), new File([text], name));
  return { user, paste, send, choose };
}

/** Returns a line so long that it makes a part of its own. */
const long = (n: number) => `${n}`.repeat(40_000);

beforeEach(() => signIn());

test('a pasted list is imported, and the watches are fetched again', async () => {
  const { sent, added } = serveImport();
  server.use(
    http.get('*/api/keywords', () => {
      const watches = added.map((keyword) => aWatch({ _id: keyword, keyword }));
      const count = watches.length;
      return HttpResponse.json({ watches, total: count, active: count, limit: null });
    }),
  );
  const { user, paste, send } = await openImport();
  paste('green tea\n\nacme.com\n');
  expect(screen.getByText('2 keywords')).toBeVisible();
  await send();
  const heading = await screen.findByRole('heading', { name: '2 keywords were added' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(sent).toEqual([{ text: 'green tea\nacme.com', format: 'f5bot' }]);
  await user.click(button('Done'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('heading', { name: 'acme.com' })).toBeVisible();
  expect(screen.getByText('2 keywords • 2 active')).toBeVisible();
  await waitFor(() => expect(button('Import')).toHaveFocus());
});

test('an empty list, or a table with only its first row, is not sent', async () => {
  const { sent } = serveImport();
  const { paste, send } = await openImport();
  await send();
  expect(await screen.findByText('Paste a list or choose a file')).toBeVisible();
  expect(field()).toHaveFocus();
  paste('keyword,mode\n\n');
  expect(screen.queryByText('Paste a list or choose a file')).toBeNull();
  await send();
  expect(await screen.findByText('There are no lines below the first row')).toBeVisible();
  expect(sent).toEqual([]);
});

describe('the format', () => {
  test('is guessed while the text changes, until one is chosen', async () => {
    const { sent } = serveImport();
    const { user, paste, send } = await openImport();
    expect(format('List')).toBeChecked();
    paste('keyword\ntea');
    expect(format('Table (CSV)')).toBeChecked();
    expect(screen.getByText('1 keyword')).toBeVisible();
    await user.click(format('List'));
    expect(screen.getByText('2 keywords')).toBeVisible();
    paste('keyword\ntea\nmilk');
    expect(format('List')).toBeChecked();
    await send();
    await screen.findByRole('heading', { name: '3 keywords were added' });
    expect(sent[0]?.format).toBe('f5bot');
  });

  test('that does not fit is refused by the server at the field, and can be changed', async () => {
    const text = 'The first row must name the columns, and one of them must be keyword';
    const { sent, fail, recover } = serveImport();
    fail(1, () => refusal(422, 'VALIDATION_FAILED', text, { fields: { text } }));
    const { user, choose, send } = await openImport();
    await choose('term,label\ntea,drink', 'watches.csv');
    await waitFor(() => expect(format('Table (CSV)')).toBeChecked());
    await send();
    expect(await screen.findByText(text)).toBeVisible();
    expect(field()).toBeInvalid();
    recover();
    await user.click(format('List'));
    expect(screen.queryByText(text)).toBeNull();
    await send();
    await screen.findByRole('heading', { name: '2 keywords were added' });
    expect(sent[1]).toEqual({ text: 'term,label\ntea,drink', format: 'f5bot' });
  });
});

describe('a file', () => {
  test('fills the field, where it can still be changed', async () => {
    serveImport();
    const { choose } = await openImport();
    await choose('keyword\ntea', 'watches.csv');
    await waitFor(() => expect(field()).toHaveValue('keyword\ntea'));
    expect(format('Table (CSV)')).toBeChecked();
  });

  test('can be dropped', async () => {
    serveImport();
    await openImport();
    const file = new File(['tea'], 'list.txt');
    fireEvent.drop(field(), { dataTransfer: { files: { item: () => file } } });
    await waitFor(() => expect(field()).toHaveValue('tea'));
  });

  test.each([
    ['no text', 'PK\0\u0003', 'is not plain text'],
    ['too large', 'x'.repeat(1_000_001), 'This is more than 1 MB'],
  ])('that is %s is refused, and the field keeps its text', async (_what, content, told) => {
    serveImport();
    const { paste, choose } = await openImport();
    paste('tea');
    await choose(content, 'list.txt');
    expect(await screen.findByText(new RegExp(told))).toBeVisible();
    expect(field()).toHaveValue('tea');
    paste('milk');
    expect(screen.queryByText(new RegExp(told))).toBeNull();
  });
});

describe('lines that are refused', () => {
  const wrong = { code: 'VALIDATION_FAILED', error: 'The parenthesis is never closed' };

  test('are listed with number, source and reason, beside what was added', async () => {
    serveImport({ 'tea (': wrong });
    const { paste, send } = await openImport();
    paste('coffee\n\ntea (\ncoffee\n');
    await send();
    await screen.findByRole('heading', { name: '1 keyword was added, 2 lines were not' });
    expect(refusedLines()).toEqual([
      'Line 3tea (The parenthesis is never closed',
      'Line 4coffeeYour keyword “coffee” already finds the same',
    ]);
  });

  test('are changed and imported again, without those that were added', async () => {
    const { sent } = serveImport({ 'tea (,query': wrong });
    const { user, paste, send } = await openImport();
    paste('keyword,mode\ncoffee,\ntea (,query\n');
    await send();
    await user.click(await screen.findByRole('button', { name: 'Edit and import again' }));
    expect(field()).toHaveValue('keyword,mode\ntea (,query');
    expect(format('Table (CSV)')).toBeChecked();
    paste('keyword,mode\ntea,query');
    await send();
    await screen.findByRole('heading', { name: '1 keyword was added' });
    expect(sent.at(-1)).toEqual({ text: 'keyword,mode\ntea,query', format: 'csv' });
  });

  test('are copied', async () => {
    serveImport({ 'tea (': wrong, 'milk (': wrong });
    const { user, paste, send } = await openImport();
    paste('tea (\ncoffee\nmilk (');
    await send();
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('tea (\nmilk (');
  });

  test('beyond two hundred are counted', async () => {
    const lines = Array.from({ length: 203 }, (_, n) => `tea ${n}`);
    serveImport(Object.fromEntries(lines.map((line) => [line, wrong])));
    const { paste, send } = await openImport();
    paste(lines.join('\n'));
    await send();
    await screen.findByRole('heading', { name: 'No keywords were added, 203 lines were not' });
    expect(refusedLines()).toHaveLength(201);
    expect(screen.getByText('and 3 more')).toBeVisible();
  });

  test('are not sent if they are too long for a keyword', async () => {
    const { sent } = serveImport();
    const { paste, send } = await openImport();
    paste(`tea\n${'x'.repeat(70_000)}`);
    await send();
    await screen.findByRole('heading', { name: '1 keyword was added, 1 line was not' });
    expect(refusedLines()[0]).toMatch(/^Line 2x+…This is too long for a keyword/);
    expect(sent).toEqual([{ text: 'tea', format: 'f5bot' }]);
  });
});

test('notes are shown with their lines', async () => {
  serveImport();
  const { user, paste, send } = await openImport();
  paste('a only-reddit\nb\nc only-reddit');
  await send();
  await screen.findByRole('heading', { name: '3 keywords were added' });
  await user.click(screen.getByText('1 note'));
  expect(screen.getByText('only-reddit is always so here')).toBeVisible();
  expect(screen.getByText('(lines 1 and 3)')).toBeVisible();
});

test.each([
  ['KEYWORD_LIMIT_EXCEEDED', '1 line does not fit into the Free plan', 'Keyword Limit Reached'],
  ['PLAN_UPGRADE_REQUIRED', '1 line needs the Pro plan', 'Upgrade to Pro'],
])('a line refused with %s offers the upgrade', async (code, told, title) => {
  serveImport({ milk: { code, error: 'Not in this plan' } });
  const { user, paste, send } = await openImport();
  paste('tea\nmilk');
  await send();
  expect(await screen.findByText(told)).toBeVisible();
  await user.click(button('Upgrade to Pro'));
  const dialog = await screen.findByRole('dialog', { name: title });
  await user.click(within(dialog).getByRole('button', { name: 'Maybe Later' }));
  expect(await screen.findByText(told)).toBeVisible();
  await user.click(button('Upgrade to Pro'));
  await user.click(await screen.findByRole('button', { name: 'Upgrade Now' }));
  expect(address()).toBe('/subscription');
});

describe('a list in parts', () => {
  const text = [long(1), long(2), 'tea', long(3)].join('\n');

  test('is sent one part after another, and is reported as one', async () => {
    const { sent } = serveImport({ tea: { code: 'VALIDATION_FAILED', error: 'No tea' } });
    const { paste, send } = await openImport();
    paste(text);
    await send();
    await screen.findByRole('heading', { name: '3 keywords were added, 1 line was not' });
    expect(sent.map((body) => body.text)).toEqual([long(1), `${long(2)}\ntea`, long(3)]);
    expect(refusedLines()).toEqual(['Line 3teaNo tea']);
  });

  test.each([
    ['a refusal', () => refusal(503, 'OVERLOADED', 'Harken is busy right now.'), /busy right now/],
    ['a lost connection', () => HttpResponse.error(), 'The server could not be reached.'],
  ])('that is interrupted by %s says what is done, and continues', async (_what, answer, told) => {
    const { sent, fail, recover } = serveImport();
    fail(2, answer);
    const { user, paste, send } = await openImport();
    paste(text);
    await send();
    await screen.findByRole('heading', { name: '1 keyword was added' });
    expect(screen.getByText('The import was interrupted')).toBeVisible();
    expect(screen.getByText(told)).toBeVisible();
    expect(screen.getByText(/3 lines have not been sent yet/)).toBeVisible();
    recover();
    await user.click(button('Continue'));
    await screen.findByRole('heading', { name: '4 keywords were added' });
    expect(screen.queryByText('The import was interrupted')).toBeNull();
    expect(sent.map((body) => body.text.length)).toEqual([40_000, 40_004, 40_004, 40_000]);
  });

  test('is stopped after the part in flight', async () => {
    let answer: () => void = () => undefined;
    const { sent, fail, recover } = serveImport();
    fail(1, async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return HttpResponse.json({
        created: 1,
        refused: 0,
        lines: [{ line: 1, source: '1', watchId: 'w', code: null, error: null, notes: [] }],
      });
    });
    const { user, paste, send } = await openImport();
    paste(text);
    await send();
    expect(await screen.findByText('Part 1 of 3…')).toBeVisible();
    await user.click(button('Stop'));
    answer();
    await screen.findByRole('heading', { name: '1 keyword was added' });
    expect(screen.getByText('Stopped')).toBeVisible();
    expect(sent).toHaveLength(1);
    recover();
    await user.click(button('Continue'));
    await screen.findByRole('heading', { name: '4 keywords were added' });
  });
});

test('a failure at the first part leaves the list where it was', async () => {
  const { fail, recover } = serveImport();
  fail(1, () => HttpResponse.error());
  const { paste, send } = await openImport();
  paste('tea');
  await send();
  expect(
    await screen.findByText('The list could not be imported. Please try again.'),
  ).toBeVisible();
  expect(field()).toHaveValue('tea');
  recover();
  await send();
  await screen.findByRole('heading', { name: '1 keyword was added' });
});

test('a rate limit is reported by the toast alone', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { fail } = serveImport();
  fail(1, () => refusal(429, 'KEYWORD_RATE_LIMIT_EXCEEDED', 'Slow down', { retryAfter: 30 }));
  const { paste, send } = await openImport();
  paste('tea');
  await send();
  expect(await screen.findByText(/You can try again in/)).toBeVisible();
  expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull();
});

test('Escape closes it, and the focus returns', async () => {
  serveImport();
  const { user } = await openImport();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(button('Import')).toHaveFocus());
});
