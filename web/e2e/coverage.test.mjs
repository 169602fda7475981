// Coverage: a subreddit is watched, something is posted there, and the page shows that it was read.
import { test } from 'node:test';

import { addWatch } from './support/accounts.mjs';
import { until } from './support/browser.mjs';
import { openReader, postMatch } from './support/reader.mjs';
import { stack, startProduct } from './support/product.mjs';
import { KEYWORD } from './support/own.mjs';

startProduct('everything');

/** A subreddit that no other test reads or posts in. */
const PLACE = 'photography';

/** Reloads the page until it shows what `found` locates: by itself it refreshes only rarely. */
const reloadUntil = (page, text, found) =>
  until(text, async () => {
    await page.reload();
    await page.getByRole('region', { name: 'What Harken cannot see' }).waitFor();
    return (await found().count()) > 0;
  });

test('the coverage of a subreddit', async (t) => {
  const { session, page, step, listed } = await openReader(t, 'ada');
  const everything = page.getByRole('region', { name: 'r/all: every subreddit' });
  const row = page.getByRole('list', { name: 'Subreddits' }).getByRole('listitem');

  await step('r/all is read completely, and its comments are a sample', async () => {
    await page.goto('/keywords');
    await page.getByRole('navigation').getByRole('link', { name: 'Coverage' }).click();
    await page.getByText('No active keyword names a subreddit').waitFor();
    await reloadUntil(page, 'everything is read', () =>
      everything.getByText(/^Every post since \d\d:\d\d has been read/),
    );
    await everything.getByText(/comments .*a sample/i).waitFor();
    await page.getByText('Nothing was missed in the last 30 days.').waitFor();
    await page
      .getByText(/^In the last 10 minutes, Harken used \d+ of the 100,000 requests/)
      .waitFor();
  });

  await step('a keyword names a subreddit, and a post there is read', async () => {
    await addWatch(stack, session.token, `${KEYWORD} pen`, { subreddits: [PLACE] });
    await page.goto('/coverage');
    await reloadUntil(page, 'the subreddit is read', () =>
      row.getByText(/^Every post since \d\d:\d\d has been read/),
    );
    await postMatch('One', 'calm_one', PLACE);
    await listed('One');
    await reloadUntil(page, 'the post is counted', () =>
      row.getByText(
        /^Every post since \d\d:\d\d has been read, half within \d+\ss and 95% within \d+\ss\.$/,
      ),
    );
  });

  await step('the subreddit’s page shows the hour of the post', async () => {
    await row.getByRole('link', { name: `r/${PLACE}` }).click();
    await page.getByRole('heading', { level: 1, name: `r/${PLACE}` }).waitFor();
    await page.getByRole('img', { name: /^Posts by hour, last 7 days: 1 post, / }).waitFor();
    await page.getByText('Posts by hour, in numbers').click();
    await page.getByRole('table', { name: 'Posts by hour' }).getByText('95% within').waitFor();
    await page.getByText('Nothing was missed in the last 30 days.').waitFor();
  });

  await step('the keyword’s card shows the coverage', async () => {
    await page.goto('/keywords');
    const card = page
      .getByRole('list', { name: 'Keyword watches' })
      .getByRole('listitem')
      .filter({ hasText: `${KEYWORD} pen` });
    await card
      .getByRole('link', { name: /^Every post since \d\d:\d\d has been read, 95% within/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Coverage' }).waitFor();
  });
});
