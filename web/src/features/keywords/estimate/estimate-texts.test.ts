import { expect, test } from 'vitest';

import { aPreview, aWeek } from '@/testing/preview';

import {
  dayOf,
  dayText,
  estimateText,
  firstDaysOf,
  searchedOf,
  searchedText,
} from './estimate-texts';

const week = aWeek(0, 0, 0, 0, 0, 0, 0);
const preview = (searchedSince: string, changes = {}) =>
  aPreview({ searched: 4312, searchedSince, perDay: week, ...changes });

test.each([
  ['2026-01-07T10:24:00Z', 'UTC', '4,312 items since 10:24 today'],
  ['2026-01-07T02:24:00Z', 'America/New_York', '4,312 items since yesterday'],
  ['2026-01-06T10:24:00Z', 'UTC', '4,312 items since yesterday'],
  ['2026-01-05T23:30:00Z', 'UTC', '4,312 items since Monday'],
  ['2026-01-01T00:00:00Z', 'UTC', '4,312 items since Thursday'],
  // The day a week ago has today's weekday.
  ['2025-12-31T12:00:00Z', 'UTC', '4,312 items since 31 December'],
])('items since %s in %s are “%s”', (since, timeZone, text) => {
  expect(searchedText(preview(since), timeZone)).toBe(text);
});

test.each([
  [6, 15, null, '6 in 15 minutes; too little to say how many a day'],
  [1, 0, null, '1 in 1 minute; too little to say how many a day'],
  [61, 36 * 60, 40.7, '61 in 36 hours; about 41 a day'],
  [1, 36 * 60, 0.67, '1 in 36 hours; less than 1 a day'],
  [7, 20 * 60, 8.4, '7 in 20 hours; about 8 a day'],
  [900, 110, 11_781, '900 in 110 minutes; about 12,000 a day'],
  [0, 36 * 60, 0, 'None in 36 hours'],
])('%i in %i minutes, %s a day, is “%s”', (matching, minutes, perDay, text) => {
  expect(estimateText({ matching, minutes, perDay })).toBe(text);
});

test('the text mentions an early end of the search', () => {
  const early = preview('2026-01-05T10:00:00Z', { searched: 1, complete: false });
  expect(searchedText(early, 'UTC')).toBe('1 item since Monday; older ones were not searched');
});

test('a day belongs to the calendar of the zone', () => {
  expect(dayOf('2026-01-05T23:30:00Z', 'Asia/Tokyo')).toBe('2026-01-06');
});

test('days before the search’s end are not searched, and its own in part', () => {
  const found = week.map((day) => searchedOf(day, { searched: '2026-01-03', read: null }));
  expect(found).toEqual(['not', 'not', 'part', 'whole', 'whole', 'whole', 'whole']);
  expect(week.map((day) => searchedOf(day, { searched: null, read: null }))).not.toContain('not');
});

test('of the first day only the hours that are stored were counted', () => {
  const days = aWeek(0, 2);
  const first = firstDaysOf(preview('2026-01-01T12:00:00Z', { perDay: days }), 'UTC');
  expect(days.map((day) => searchedOf(day, first))).toEqual(['part', 'whole']);
  const late = { perDay: days, readSince: '2026-01-02T10:00:00Z' };
  const read = firstDaysOf(preview('2026-01-02T10:00:00Z', late), 'UTC');
  expect(days.map((day) => searchedOf(day, read))).toEqual(['unread', 'part']);
});

test('days before the first read of the forum are unknown, except for what it returned', () => {
  const days = aWeek(0, 2, 0, 3, 0, 1, 0);
  const found = days.map((day) => searchedOf(day, { searched: null, read: '2026-01-04' }));
  expect(found).toEqual(['unread', 'part', 'unread', 'part', 'whole', 'whole', 'whole']);
  expect(days.map((day, index) => dayText(day, found[index] ?? 'not')).slice(0, 2)).toEqual([
    'not read yet',
    '2 matches, partly searched',
  ]);
});

test('the text mentions days that were not read, if there are any', () => {
  const since = '2026-01-05T10:00:00Z';
  const late = preview(since, { readSince: since });
  expect(searchedText(late, 'UTC')).toBe(
    '4,312 items, read since Monday; earlier days have not been read yet',
  );
  const first = '2026-01-01T10:00:00Z';
  expect(searchedText(preview(first, { readSince: first }), 'UTC')).toBe(
    '4,312 items, read since Thursday',
  );
});
