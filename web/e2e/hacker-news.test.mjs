// Hacker News beside Reddit: a keyword that listens to it alone, its alerts, and its coverage.
import { test } from 'node:test';

import { addWatch } from './support/accounts.mjs';
import { until } from './support/browser.mjs';
import { makeNews, makePost } from './support/stack.mjs';
import { openKeywordForm } from './support/forms.mjs';
import { notificationsOf, visitAs } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';

startProduct('everything');

test('a keyword on Hacker News', async (t) => {
  const { session, page, step } = await visitAs(t, 'ada');
  const titles = async () =>
    (await notificationsOf(session)).map(({ redditPost, kind }) => `${kind}: ${redditPost.title}`);

  await step('the keyword listens to it, and not to Reddit', async () => {
    await addWatch(stack, session.token, 'quillnews pen');
    await page.goto('/keywords');
    const dialog = await openKeywordForm(page);
    await dialog.getByRole('textbox', { name: 'Keyword' }).fill('quillnews');
    await dialog.getByRole('checkbox', { name: 'Hacker News' }).check();
    await dialog.getByRole('checkbox', { name: 'Reddit' }).uncheck();
    await dialog.getByRole('button', { name: 'Add Keyword' }).click();
    await page.getByText('Keyword added successfully!').waitFor();
    await page.getByText('Hacker News • 0 matches').waitFor();
  });

  let story;
  await step('a story and its comment become alerts, a post on Reddit does not', async () => {
    await makePost(stack, { subreddit: 'tools', title: 'Quillnews on Reddit', body: '' });
    story = await makeNews(stack, { title: 'Show HN: Quillnews &amp; ink', by: 'ada_hn' });
    const text = 'I like <i>Quill</i>news.';
    await makeNews(stack, { type: 'comment', parent: story, text });
    const wanted = 'comment: Show HN: Quillnews & ink,post: Show HN: Quillnews & ink';
    await until('both are listed', titles, (now) => `${now.toSorted()}` === wanted);
  });

  await step('the page shows the site’s name', async () => {
    await page.goto('/notifications');
    await page.getByRole('button', { name: /^"quillnews"/ }).click();
    await page.getByText('Hacker News', { exact: true }).first().waitFor();
    // Which of the two is shown first depends on which was read first.
    await page.getByRole('button', { name: '1 more in this thread' }).click();
    // Not `u/somebody`, as on Reddit.
    await page.getByText('Comment by somebody').waitFor();
  });

  await step('the coverage page shows since when posts are complete', async () => {
    await page.goto('/coverage/news.ycombinator.com');
    await page.getByRole('heading', { name: 'Hacker News' }).waitFor();
    await page.getByText(/^Every post since/).waitFor();
  });
});
