// Lemmy beside Reddit: a keyword that listens to one community, its alerts, and its coverage.
import { test } from 'node:test';

import { until } from './support/browser.mjs';
import { makeLemmyComment, makeLemmyPost, makePost } from './support/stack.mjs';
import { openKeywordForm } from './support/forms.mjs';
import { notificationsOf, visitAs } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';

startProduct('everything');

test('a keyword on Lemmy', async (t) => {
  const { session, page, step } = await visitAs(t, 'ada');
  const titles = async () =>
    (await notificationsOf(session)).map(({ redditPost, kind }) => `${kind}: ${redditPost.title}`);

  await step('the keyword listens to one community, and not to Reddit', async () => {
    await page.goto('/keywords');
    const dialog = await openKeywordForm(page);
    await dialog.getByRole('textbox', { name: 'Keyword' }).fill('quillfed');
    await dialog.getByRole('checkbox', { name: 'Lemmy' }).check();
    await dialog.getByRole('checkbox', { name: 'Reddit' }).uncheck();
    await dialog.getByRole('textbox', { name: 'Lemmy communities' }).fill('tea@lemmy.example');
    await dialog.getByRole('button', { name: 'Add Keyword' }).click();
    await page.getByText('Keyword added successfully!').waitFor();
    await page.getByText('c/tea@lemmy.example • 0 matches').waitFor();
  });

  await step('a post and a comment there become alerts, and posts elsewhere do not', async () => {
    await makePost(stack, { subreddit: 'tea', title: 'Quillfed on Reddit', body: '' });
    await makeLemmyPost(stack, { community: 'ink', title: 'Quillfed and ink' });
    const post = await makeLemmyPost(stack, {
      community: 'tea',
      title: 'Tea with **quill**fed',
    });
    // Otherwise the comment may be read first, and be listed below the post.
    await until('the post is listed', titles, ({ length }) => length === 1);
    await makeLemmyComment(stack, { post, content: 'My _quillfed_ is older' });
    const wanted = 'comment: Tea with **quill**fed,post: Tea with **quill**fed';
    await until('both are listed', titles, (now) => `${now.toSorted()}` === wanted);
  });

  await step('the page shows the community’s name', async () => {
    await page.goto('/notifications');
    await page.getByRole('button', { name: /^"quillfed"/ }).click();
    await page.getByText('c/tea@lemmy.example', { exact: true }).first().waitFor();
    // Which of the two is shown first depends on which was read first.
    await page.getByRole('button', { name: '1 more in this thread' }).click();
    await page.getByText('My quillfed is older').first().waitFor();
  });

  await step('the coverage page shows since when posts are complete', async () => {
    await page.goto('/coverage/join-lemmy.org');
    await page.getByRole('heading', { name: 'Lemmy' }).waitFor();
    await page.getByText(/^Every post since/).waitFor();
  });
});
