import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { HearingStep, HearingTest } from '@/api/types';
import { rememberHearing, useLiveState } from '@/lib/live/live-state';
import { aWatch } from '@/testing/fixtures';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { serveWatches } from '@/testing/watch-server';

import { linesOf, resultText } from './hearing-steps';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const watch = aWatch({ keyword: 'tea' });

const aStep = (kind: HearingStep['kind'], changes: Partial<HearingStep> = {}): HearingStep => ({
  kind,
  channel: null,
  name: null,
  state: 'done',
  afterMs: 30,
  tookMs: null,
  reason: null,
  heldUntil: null,
  heldBy: null,
  ...changes,
});
const stored = [aStep('read'), aStep('matched'), aStep('stored', { afterMs: 45 })];
const mail = aStep('sent', { channel: 'mail', afterMs: 1_400 });
const hook = aStep('sent', { channel: 'webhook', name: 'My hook', afterMs: 900 });

const aTest = (steps: HearingStep[], isFinished = true): HearingTest => ({
  _id: 'test-1',
  watchId: watch._id,
  keyword: 'tea',
  title: 'Hearing test: tea',
  content: '',
  plantedAt: '2026-01-01T12:00:00Z',
  steps,
  isFinished,
});

const shown = { state: 'done', ms: 800 } as const;

beforeEach(() => {
  signIn();
  serveWatches([watch]);
  useLiveState.setState(useLiveState.getInitialState());
});

test.each<[HearingStep[], string]>([
  [[...stored, mail], 'Heard in 800 ms; the email was accepted after 1.4 s.'],
  [
    [...stored, mail, hook],
    'Heard in 800 ms; the email was accepted after 1.4 s; “My hook” got it after 900 ms.',
  ],
  [
    [...stored, mail, hook, hook, hook, hook],
    'Heard in 800 ms; the email was accepted after 1.4 s; “My hook” got it after 900 ms; “My hook” got it after 900 ms; 2 more channels got it.',
  ],
  [
    [...stored, { ...mail, state: 'skipped' }, { ...hook, state: 'failed' }],
    'Heard in 800 ms. Nothing was sent. 1 message could not be sent.',
  ],
  [[aStep('read'), aStep('matched', { state: 'failed' })], 'Not heard: the post was not matched.'],
])('the result is a sentence', (steps, text) => {
  expect(resultText(aTest(steps), shown)).toBe(text);
});

test('an alert that the browser has not shown does not count as received there', () => {
  const failed = { state: 'failed', isLive: false } as const;
  expect(resultText(aTest([...stored, mail]), failed)).toBe(
    'Heard, but not shown in this browser; the email was accepted after 1.4 s.',
  );
  const line = linesOf(aTest([...stored, mail]), failed, 'UTC')[4];
  expect(line?.notes[0]).toMatch(/no live connection/);
});

test('a digest holds back alerts but not the test, which says so', () => {
  const held = { ...mail, heldBy: 'daily' as const, heldUntil: '2200-01-02T08:00:00Z' };
  const lines = linesOf(aTest([...stored, held]), shown, 'UTC');
  expect(lines.at(-1)?.notes).toEqual([
    'Only the test goes at once. An alert now would wait for the daily digest, 2 Jan, 08:00.',
  ]);
});

async function press() {
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Hearing test: tea' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Hearing test' })) };
}

test('the timeline fills, and its end is announced', async () => {
  let answer = aTest([aStep('read', { state: 'waiting', afterMs: null })], false);
  server.use(
    http.post('*/api/hearing-tests', async ({ request }) => {
      expect(await request.json()).toEqual({ watchId: watch._id });
      return HttpResponse.json(answer, { status: 201 });
    }),
    http.get('*/api/hearing-tests/test-1', () => HttpResponse.json(answer)),
  );
  const { user, dialog } = await press();
  const steps = await dialog.findByRole('list', { name: 'Steps' });
  expect(within(steps).getAllByRole('listitem')).toHaveLength(2);
  expect(steps).toHaveTextContent('ReadWaiting');
  expect(dialog.getByRole('status')).toBeEmptyDOMElement();
  expect(dialog.getByRole('button', { name: 'Test again' })).toBeDisabled();

  answer = aTest([...stored, mail]);
  expect(await dialog.findByText('1.4 s')).toBeVisible();
  // The browser's own step is still pending.
  expect(dialog.getByRole('status')).toBeEmptyDOMElement();
  act(() => rememberHearing('another'));
  expect(dialog.getByRole('status')).toBeEmptyDOMElement();
  act(() => rememberHearing('test-1'));
  expect(dialog.getByRole('status')).toHaveTextContent(
    /^Heard in .*; the email was accepted after 1\.4 s\.$/,
  );
  expect(within(steps).getAllByRole('listitem')).toHaveLength(6);
  await user.click(dialog.getByRole('button', { name: 'Test again' }));
  expect(await dialog.findByText('1.4 s')).toBeVisible();
});

test('a refusal says what to do', async () => {
  const text = '“tea” is snoozed. End the snooze, then test it.';
  server.use(http.post('*/api/hearing-tests', () => refusal(409, 'KEYWORD_SNOOZED', text)));
  const { dialog } = await press();
  expect(await dialog.findByRole('alert')).toHaveTextContent(text);
});
