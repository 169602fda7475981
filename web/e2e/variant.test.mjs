// A user tries another rule for a keyword: for a while it is matched beside the keyword's own,
// alerts nobody, and shows what would be different. Then one click applies it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { call } from './support/accounts.mjs';
import { until } from './support/browser.mjs';
import { openReader, postMatch } from './support/reader.mjs';
import { makePost } from './support/stack.mjs';
import { forgive } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';
import { KEYWORD, NAME } from './support/own.mjs';

startProduct('everything');

const QUERY = `(${KEYWORD} OR inkstand) -giveaway`;

const postInkstand = (title) =>
  makePost(stack, { subreddit: 'rust', author: 'calm_one', title, body: 'Tell me more.' });

test('a variant is tried, compared and applied', async (t) => {
  const { session, page, problems, step, listed } = await openReader(t, 'vera');
  const watch = async () => (await call(stack, 'GET', '/keywords', session)).watches[0];
  const form = page.getByRole('dialog', { name: 'Edit Keyword' });
  const comparison = page.getByRole('dialog', { name: 'Compare with the variant' });

  await step('the Enter key saves, and does not try a variant', async () => {
    await page.goto('/keywords');
    await page.getByRole('button', { name: `Edit ${KEYWORD}` }).click();
    await form.getByRole('textbox', { name: 'Keyword' }).press('Enter');
    await form.getByText('Keyword updated successfully!').waitFor();
    await form.waitFor({ state: 'hidden' });
  });

  await step('the rule in the form is tried and not saved', async () => {
    await page.getByRole('button', { name: `Edit ${KEYWORD}` }).click();
    await form.getByRole('button', { name: 'Try it first' }).click();
    await form.getByText('This finds the same as the keyword does.').waitFor();
    await form.getByRole('radio', { name: 'Query' }).click();
    await form.getByRole('textbox', { name: 'Query' }).fill(QUERY);
    await form.getByRole('button', { name: 'Try it first' }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByText(`A variant of “${KEYWORD}” is being tried`).waitFor();
    await page.getByText(/^Trying a variant since .*: no more matches so far$/).waitFor();
    assert.equal((await watch()).keyword, KEYWORD);
  });

  await step('the variant alerts nobody, and its matches are counted', async () => {
    await postInkstand('An inkstand of brass');
    await postMatch('A giveaway of one', 'calm_one');
    await postMatch('How to hold a', 'calm_one');
    await listed('How to hold a', 'A giveaway of one');
    await until('it was found', watch, ({ variant }) => variant.added === 1);
    await page.reload();
    await page.getByText(/^Trying a variant since .*: 1 more match$/).waitFor();
  });

  await step('the differences are shown', async () => {
    await page.getByRole('button', { name: `Compare: ${KEYWORD}` }).click();
    const more = comparison.getByRole('region', { name: '1 more' });
    await more.getByText('An inkstand of brass').waitFor();
    await more.locator('mark', { hasText: 'inkstand' }).waitFor();
    const fewer = comparison.getByRole('region', { name: '1 fewer' });
    await fewer.getByText('A giveaway of one').waitFor();
    await fewer.getByText('of 2 matches that the keyword had meanwhile').waitFor();
  });

  await step('one click applies the variant', async () => {
    await comparison.getByRole('button', { name: 'Use the variant' }).click();
    await comparison.waitFor({ state: 'hidden' });
    await page.getByText(`“${KEYWORD}” was changed`).waitFor();
    assert.equal((await watch()).keyword, QUERY);
    assert.equal((await watch()).variant, undefined);
    await page.getByText(/^Trying a variant/).waitFor({ state: 'hidden' });
    await postInkstand(`Another inkstand ${NAME}`);
    await listed('Another inkstand', 'How to hold a', 'A giveaway of one');
  });

  // The browser and the form log the refusal that the test provokes.
  forgive(problems, /409|finds the same/);
});
