import { expect, test } from 'vitest';

import type { InsightMissing } from '@/api/types';

import { missingText } from './missing-text';

const discussions = (have: number, need: number): InsightMissing => ({
  of: 'discussions',
  have,
  need,
  enoughFrom: null,
});
const days = (have: number, enoughFrom: string): InsightMissing => ({
  of: 'days',
  have,
  need: 7,
  enoughFrom,
});
const lacking = (...missing: InsightMissing[]) => ({ shown: false, missing });

test.each([
  [
    'hours',
    lacking(days(2, '2026-12-03')),
    'The best hours need discussions on 7 days; there are 2 so far. Expected on 3 December at the earliest.',
  ],
  [
    'rate',
    lacking(discussions(1, 20), days(1, '2026-12-03')),
    'The daily rate needs 20 discussions on 7 days; so far there is 1 on 1 day. Expected on 3 December at the earliest.',
  ],
  [
    'topics',
    lacking(discussions(0, 1_030)),
    'Topics need 1,030 discussions; there are 0 so far. 1,030 more are needed.',
  ],
  [
    'engagement',
    lacking({ of: 'posts', have: 4, need: 10, enoughFrom: null }),
    'Community engagement needs 10 posts with counted comments; there are 4 so far. 6 more are needed.',
  ],
  [
    'changes',
    lacking({ of: 'listenedDays', have: 2, need: 14, enoughFrom: '2026-12-10' }),
    'Comparisons need 14 days of listening; there are 2 so far. Expected on 10 December.',
  ],
  ['changes', lacking(), 'There are too many discussions to compare with earlier ones.'],
] as const)('%s says what is missing and when it will be enough', (name, section, text) => {
  expect(missingText(name, { ...section, missing: [...section.missing] })).toBe(text);
});

test('a section that is shown has nothing missing', () => {
  expect(missingText('hours', { shown: true, missing: [] })).toBeNull();
});
