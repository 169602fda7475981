import { expect, test, vi } from 'vitest';

import { HN } from '@/testing/sites';

async function textsWith(sites: string[]) {
  vi.resetModules();
  const { site } = await import('./site');
  site.sites = sites;
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
