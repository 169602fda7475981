import { expect, test } from 'vitest';

import { someInsights } from '@/testing/insights';

import { barsText, bestHoursText, moodOverTimeText } from './chart-texts';

test('the sentences beside charts say what the charts show', () => {
  const { sentiment, bestHours } = someInsights();
  expect(moodOverTimeText(sentiment.byDay)).toBe(
    'Sentiment from 5 Jan to 7 Jan: 21 positive, 14 neutral and 7 negative discussions; most on 7 Jan.',
  );
  expect(bestHoursText(bestHours)).toBe(
    'Most discussions start on Tuesday at 14:00 UTC: 9 discussions.',
  );
  expect(barsText('Topics', [{ name: 'Tea', label: '3' }])).toBe('Topics: Tea 3.');
});

test('the sentences say so when there is nothing to show', () => {
  expect(moodOverTimeText([])).toBe('There are no posts on any day.');
  expect(bestHoursText([])).toBe('There are no posts at any hour.');
  expect(barsText('Topics', [])).toBe('Topics: none.');
});
