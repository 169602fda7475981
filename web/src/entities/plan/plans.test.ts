import { expect, test } from 'vitest';

import { inDollars, plans, priceOf, withCurrency, yearlySavingPercent } from './plans';

test.each([
  ['free', 'month', '$0', '0.00 CAD'],
  ['pro', 'month', '$9.99', '9.99 CAD'],
  ['pro', 'year', '$99.99', '99.99 CAD'],
])('%s for a %s costs %s, or %s', (plan, period, dollars, cad) => {
  const price = priceOf(plan, period);
  if (!price) throw new Error('not sold');
  expect(inDollars(price)).toBe(dollars);
  expect(withCurrency(price)).toBe(cad);
});

test('a year of Pro saves 17 %, and Free, which is not sold by the year, nothing', () => {
  expect(yearlySavingPercent('pro')).toBe(17);
  expect(yearlySavingPercent('free')).toBe(0);
});

test('there are the two plans, Free first', () => {
  expect(plans.map(({ name }) => name)).toEqual(['Free', 'Pro']);
});
