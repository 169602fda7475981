// Pro, from reaching the limit to the refund, at the stand-in for Stripe, in a demo.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addWatch } from './support/accounts.mjs';
import { until } from './support/browser.mjs';
import { mailTo } from './support/stack.mjs';
import { breakDown, holdWebhooks, mend, refund, releaseWebhooks } from './support/stripe.mjs';
import { openKeywordForm } from './support/forms.mjs';
import { addressOf } from './support/own.mjs';
import { forgive, visitAs } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';

const EMAIL = addressOf('ada');
/** What is logged when a keyword is over the limit; the form logs what it could not save. */
const OVER_LIMIT = /status of 403|could not be saved/;
const KEYWORDS = ['compost', 'kettle', 'sourdough'];
const WELCOME = { name: 'Welcome to Harken Pro!' };
const ENDING = /^Your plan will be cancelled at the end of the billing period, on /;

startProduct({ env: { HARKEN_SERVER__DEMO: 'true' }, stripe: true });

async function addKeyword(page, keyword) {
  const dialog = await openKeywordForm(page);
  await dialog.getByPlaceholder('Enter keyword to watch').fill(keyword);
  await dialog.getByRole('button', { name: 'Add Keyword' }).click();
  return dialog;
}

/** Cancels, which takes two clicks. */
async function cancel(page) {
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const sure = page.getByRole('alertdialog', { name: 'Cancel your subscription?' });
  await sure.getByText(/^Are you sure you want to cancel your subscription\?/).waitFor();
  await sure.getByRole('button', { name: 'Cancel subscription' }).click();
}

/** Opens the page of the payment provider with Manage Billing. */
async function manageBilling(page) {
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: /^Manage Billing/ }).click(),
  ]);
  return tab;
}

test('from the keyword limit to Pro and back', async (t) => {
  const { session, page, problems, step } = await visitAs(t, 'ada');
  const button = (name) => page.getByRole('button', { name, exact: true });
  // As many keywords as the Free plan allows.
  for (const keyword of KEYWORDS) await addWatch(stack, session.token, keyword);
  let sessionId;

  await step('a fourth keyword is over the limit, which leads to the plans', async () => {
    await page.goto('/keywords');
    await page.getByRole('list', { name: 'Keyword watches' }).waitFor();
    await button('Add Keyword').click();
    const popup = page.getByRole('dialog', { name: 'Keyword Limit Reached' });
    await popup.getByText("You've reached the maximum of 3 keywords for free users.").waitFor();
    await popup.getByRole('button', { name: 'Maybe Later' }).click();
    await button('Add Keyword').click();
    await popup.getByRole('button', { name: 'Upgrade Now' }).click();
    await page.getByRole('heading', { name: 'Choose your plan' }).waitFor();
  });

  await step('while the provider fails, the page stays and shows an error', async () => {
    await breakDown(stack, '/v1/checkout/sessions');
    await button('Upgrade to Pro').click();
    const alert = page.getByRole('alert').filter({ hasText: 'could not be opened' });
    await alert.getByText('Nothing was changed and nothing was charged.').waitFor();
    await mend(stack);
  });

  await step('the payment page is marked as a demo, and can be left without paying', async () => {
    await button('Upgrade to Pro').click();
    await page.getByText('9.99 CAD each month').waitFor();
    await page.getByText('This is a demo: nothing is charged.').waitFor();
    assert.equal(await page.getByRole('textbox').count(), 0, 'something is asked for');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'Payment Cancelled' }).waitFor();
    await page.getByRole('link', { name: 'Try Pro Again' }).click();
  });

  await step('the yearly price is chosen, and a declined card can be tried again', async () => {
    await page.getByRole('radio', { name: /^Yearly/ }).check();
    await button('Upgrade to Pro').click();
    await page.getByText('99.99 CAD each year').waitFor();
    await button('Decline the card').click();
    await page.getByText('The card was declined.').waitFor();
    forgive(problems, 'status of 402');
  });

  await step('the welcome page waits for the confirmation, and says that it is late', async () => {
    await holdWebhooks(stack);
    await page.clock.install();
    await button('Pay and subscribe').click();
    await page.getByText('Processing your subscription...').waitFor();
    sessionId = new URL(page.url()).searchParams.get('session_id');
    await page.clock.fastForward(16_000);
    await page.getByRole('heading', { name: 'Your payment is still being confirmed' }).waitFor();
    assert.equal(await page.getByRole('heading', WELCOME).count(), 0);
    await releaseWebhooks(stack);
    await page.getByRole('heading', WELCOME).waitFor();
  });

  await step('an email confirms the subscription', async () => {
    const mail = await mailTo(stack, EMAIL, 'Pro');
    assert.match(mail.text, /99\.99 CAD/);
  });

  await step('more keywords can be added now', async () => {
    await page.getByRole('link', { name: 'Add Your First Keyword' }).click();
    await page.getByText('3 keywords • 3 active').waitFor();
    await addKeyword(page, 'teapot');
    await page.getByText('4 keywords • 4 active').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  await step('Harken shows a cancellation on the provider’s page', async () => {
    await page.getByRole('link', { name: 'Subscription' }).first().click();
    await page.getByText(/^99\.99 CAD per year, renews on /).waitFor();
    const tab = await manageBilling(page);
    await tab.getByRole('button', { name: 'Cancel the plan' }).click();
    await tab.getByRole('button', { name: 'Keep the plan' }).waitFor();
    await tab.close();
    await until('the cancellation shows', async () => {
      await page.reload();
      await page.getByRole('button', { name: /^(Reactivate|Cancel subscription)$/ }).waitFor();
      return page.getByText(ENDING).isVisible();
    });
  });

  await step('the cancellation is undone, and two clicks cancel again', async () => {
    await button('Reactivate').click();
    await page.getByText(/^99\.99 CAD per year, renews on /).waitFor();
    await cancel(page);
    await page.getByText(ENDING).waitFor();
    await page.getByText(/^99\.99 CAD per year, paid until /).waitFor();
  });

  await step('while the provider fails, nothing changes and the page shows an error', async () => {
    await breakDown(stack, '/v1/subscriptions');
    await button('Reactivate').click();
    await page.getByText('Your subscription was not reactivated').waitFor();
    await page.getByText(ENDING).waitFor();
    await mend(stack);
    await button('Reactivate').click();
    await page.getByText(/^99\.99 CAD per year, renews on /).waitFor();
  });

  await step('a refund ends Pro at once and keeps all keywords', async () => {
    await refund(stack, sessionId);
    await until('the plan is Free', async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'Your usage' }).waitFor();
      return page.getByRole('heading', { name: 'Choose your plan' }).isVisible();
    });
    await page.getByRole('link', { name: 'Keywords' }).first().click();
    await page.getByText('4 keywords • 3 active').waitFor();
  });

  await step('switching the fourth keyword on again is over the limit', async () => {
    await page.getByRole('switch', { name: 'Watch teapot' }).click();
    await page.getByRole('dialog', { name: 'Keyword Limit Reached' }).waitFor();
    const off = { name: 'Watch teapot', checked: false, includeHidden: true };
    await page.getByRole('switch', off).waitFor();
    forgive(problems, OVER_LIMIT);
  });

  // Errors on the provider's pages are not Harken's.
  forgive(problems, stack.stripeUrl);
});
