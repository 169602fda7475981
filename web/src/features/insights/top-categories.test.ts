import { expect, test } from 'vitest';

import { someInsights } from '@/testing/insights';

import { byCount, chartCategories, topCategories } from './top-categories';

test('the largest categories come first; ties are ordered by name, with the rest last', () => {
  const [some] = byCount(someInsights().categories);
  if (!some) throw new Error('there is no category');
  const category = { ...some, count: 2 };
  const categories = { Other: category, News: category, Complaints: category };
  expect(byCount(categories).map(({ name }) => name)).toEqual(['Complaints', 'News', 'Other']);
  const more = { ...categories, Other: { ...category, count: 3 } };
  expect(byCount(more)[0]?.name).toBe('Other');
});

test('a chart has eight of them and the breakdown six', () => {
  const { categories } = someInsights();
  expect(
    chartCategories(categories)
      .map(({ name }) => name)
      .at(-1),
  ).toBe('Category 8');
  expect(
    topCategories(categories)
      .map(({ name }) => name)
      .at(-1),
  ).toBe('Category 6');
});
