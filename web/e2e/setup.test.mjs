// The first start with nothing configured: the link in the terminal, a form with one button, and
// the first alerts from each site.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openPage } from './support/browser.mjs';
import { makeLemmyPost, makeNews, makeSky } from './support/stack.mjs';
import { describeAccount, openKeywordForm } from './support/forms.mjs';
import { visit } from './support/visit.mjs';
import { browser, stack, startProduct } from './support/product.mjs';

const SITES = ['Hacker News', 'Bluesky', 'Lemmy'];

startProduct({ hackerNews: true, bluesky: true, lemmy: true, unconfigured: true });

test('from the first start to the first alert', async (t) => {
  const { page, step } = await visit(t);
  const [link] = stack.output().match(/http\S+\/setup\?key=\S+/);

  await step('nothing is read before the setup', async () => {
    for (const url of [stack.hackerNewsUrl, stack.lemmyUrl]) {
      const asked = await (await fetch(`${url}/_sim/requests`)).json();
      assert.equal(Object.keys(asked).length, 0);
    }
  });

  await step('the link leads to a form for the account and the sites', async () => {
    await page.goto(link);
    await page.getByRole('heading', { name: 'Set up Harken' }).waitFor();
    for (const site of SITES) {
      assert.equal(await page.getByRole('checkbox', { name: site }).isChecked(), true);
    }
    await describeAccount(page, 'ada@example.com');
    await page.getByRole('button', { name: 'Start listening' }).click();
    await page.getByRole('heading', { name: /Ada/ }).waitFor();
  });

  await step('a keyword listens to all sites, and alerts arrive', async () => {
    await page.goto('/keywords');
    const dialog = await openKeywordForm(page);
    await dialog.getByRole('textbox', { name: 'Keyword' }).fill('quillfeather');
    for (const site of SITES) {
      assert.equal(await dialog.getByRole('checkbox', { name: site }).isChecked(), true);
    }
    // Reddit is not read in this setup.
    assert.equal(await dialog.getByRole('checkbox', { name: 'Reddit' }).count(), 0);
    await dialog.getByRole('button', { name: 'Add Keyword' }).click();
    await page.getByText('Keyword added successfully!').waitFor();
    await page.goto('/notifications');
    await makeNews(stack, { type: 'story', title: 'Show HN: a quillfeather' });
    await page.getByRole('button', { name: /^"quillfeather"/ }).click();
    await page.getByText('Show HN: a quillfeather').first().waitFor();
    await makeSky(stack, { text: 'Nobody else has a quillfeather' });
    await page.getByRole('button', { name: '1 new' }).click();
    await page.getByText('Nobody else has a quillfeather').first().waitFor();
    await makeLemmyPost(stack, { title: 'A quillfeather for the federation' });
    await page.getByRole('button', { name: '1 new' }).click();
    await page.getByText('A quillfeather for the federation').first().waitFor();
  });

  await step('the link works once', async () => {
    const other = await openPage(browser, stack.url);
    await other.page.goto(link);
    await other.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await other.context.close();
  });
});
