import { expect, test } from 'vitest';

import { HN } from '@/testing/sites';

import { sourceTexts } from './sources';

const textsWith = (sites: string[], readsReddit = true) => sourceTexts({ sites, readsReddit });

test('where Reddit alone is read, nothing else is named', () => {
  expect(textsWith([])).toMatchObject({
    sourcesText: 'Reddit',
    otherSourcesText: '',
    affiliationText: 'Harken is not affiliated with Reddit.',
  });
});

test('every site that the server reads is named', () => {
  expect(textsWith([HN])).toMatchObject({
    sourcesText: 'Reddit and Hacker News',
    otherSourcesText: 'Hacker News',
    affiliationText: 'Harken is not affiliated with Reddit or Hacker News.',
  });
});

test('Reddit is not named where it is not read', () => {
  expect(textsWith([HN], false)).toMatchObject({
    sourcesText: 'Hacker News',
    affiliationText: 'Harken is not affiliated with Reddit or Hacker News.',
  });
  expect(textsWith([], false)).toMatchObject({ sourcesText: 'Reddit' });
});
