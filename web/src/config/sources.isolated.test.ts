import { expect, test, vi } from 'vitest';

import { HN } from '@/testing/sites';

async function textsWith(sites: string[], readsReddit = true) {
  vi.resetModules();
  const { site } = await import('./site');
  site.sites = sites;
  site.readsReddit = readsReddit;
  return import('./sources');
}

test('where Reddit alone is read, nothing else is named', async () => {
  expect(await textsWith([])).toMatchObject({
    sourcesText: 'Reddit',
    otherSourcesText: '',
    affiliationText: 'Harken is not affiliated with Reddit.',
  });
});

test('every site that the server reads is named', async () => {
  expect(await textsWith([HN])).toMatchObject({
    sourcesText: 'Reddit and Hacker News',
    otherSourcesText: 'Hacker News',
    affiliationText: 'Harken is not affiliated with Reddit or Hacker News.',
  });
});

test('Reddit is not named where it is not read', async () => {
  expect(await textsWith([HN], false)).toMatchObject({
    sourcesText: 'Hacker News',
    affiliationText: 'Harken is not affiliated with Reddit or Hacker News.',
  });
  expect(await textsWith([], false)).toMatchObject({ sourcesText: 'Reddit' });
});
