// Hacker News beside Reddit: a keyword that listens to it alone, its alerts, and its coverage.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addWatch, call, newUser, storedSession } from './support/accounts.mjs';
import { openPage, stepsOf, until } from './support/browser.mjs';
import { makeNews, makePost } from './support/stack.mjs';
import { browser, stack, startProduct } from './support/product.mjs';
import { addressOf } from './support/own.mjs';

startProduct('everything');

test('a keyword on Hacker News', async (t) => {
  const session = await newUser(stack, addressOf('ada'));
  const storageState = storedSession(stack, session);
  const { page, context, problems } = await openPage(browser, stack.url, { storageState });
  const step = stepsOf(t);
  const titles = async () => {
    const path = '/notifications?status=unread&page=1&limit=20';
    const { notifications } = await call(stack, 'GET', path, session);
    return notifications.map(({ redditPost, kind }) => `${kind}: ${redditPost.title}`);
  };

  await step('the keyword listens to it, and not to Reddit', async () => {
    await addWatch(stack, session.token, 'quillnews pen');
    await page.goto('/keywords');
    await page.getByRole('button', { name: 'Add Keyword' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add New Keyword' });
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
    await until('both are listed', titles, (now) => `${now}` === wanted);
  });

  await step('the page shows the site’s name', async () => {
    await page.goto('/notifications');
    await page.getByRole('button', { name: /^"quillnews"/ }).click();
    await page.getByText('Hacker News', { exact: true }).first().waitFor();
    // Not `u/somebody`, as on Reddit.
    await page.getByText('Comment by somebody').waitFor();
  });

  await step('the coverage page shows since when posts are complete', async () => {
    await page.goto('/coverage/news.ycombinator.com');
    await page.getByRole('heading', { name: 'Hacker News' }).waitFor();
    await page.getByText(/^Posts: complete since/).waitFor();
  });

  assert.deepEqual(problems, []);
  await context.close();
});
