import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { SubscriptionStatus } from '@/api/types';
import { useSession } from '@/lib/http/session';
import * as page from '@/lib/page';
import { aProStatus, aStatus, aUser } from '@/testing/fixtures';
import { aGate } from '@/testing/gate';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, serve } from '@/testing/server';

const SURE =
  "Are you sure you want to cancel your subscription? You'll lose access to Pro features at the end of your current billing period.";
const END = '22 December 2026';
const UNAVAILABLE = 'Payments cannot be reached right now.';

const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** Mocks a server with this plan that stores every change of it. `asked` collects the changes. */
function servePlan(first: SubscriptionStatus) {
  let status = first;
  const change = (cancelAtPeriodEnd: boolean) => () => {
    status = aProStatus({ ...status.subscription, cancelAtPeriodEnd });
    return status;
  };
  const served = serve({
    'GET /users/profile': () => {
      const { isPro, subscription } = status;
      return { user: aUser({ isPro, subscription }) };
    },
    'GET /subscriptions/status': () => status,
    'POST /subscriptions/cancel': change(true),
    'POST /subscriptions/reactivate': change(false),
    'POST /subscriptions/create-checkout-session': { url: 'https://pay.example/checkout' },
    'POST /subscriptions/create-portal-session': { url: 'https://pay.example/portal' },
  });
  return { ...served, set: (next: SubscriptionStatus) => (status = next) };
}

beforeEach(() => {
  vi.spyOn(page, 'leaveFor').mockReturnValue();
  signIn();
});

describe('on the Free plan', () => {
  test('the page shows the plan, its use, what can be chosen and questions', async () => {
    serve({
      'GET /subscriptions/usage': { keywordCount: 2, keywordLimit: 3, notificationCount: 1470 },
    });
    renderApp('/subscription');
    expect(await screen.findByText('Free of charge, with up to 3 keywords.')).toBeVisible();
    expect(await screen.findByText('of 3')).toBeVisible();
    expect(screen.getByText('1,470')).toBeVisible();
    expect(screen.getByRole('meter', { name: 'Keywords in use' })).toHaveAttribute(
      'aria-valuenow',
      '2',
    );
    const free = within(screen.getByRole('article', { name: 'Free' }));
    expect(free.getByText('Your plan')).toBeVisible();
    expect(free.queryByRole('button')).toBeNull();
    const questions = within(screen.getByRole('region', { name: 'Frequently asked questions' }));
    expect(questions.getByText('Can I cancel at any time?')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Manage Billing|Cancel|Reactivate/ })).toBeNull();
  });

  test('the period decides the price that is shown and the one that is bought', async () => {
    const { asked } = servePlan(aStatus());
    const { user } = renderApp('/subscription');
    const pro = within(await screen.findByRole('article', { name: 'Pro' }));
    expect(screen.getByRole('radio', { name: 'Monthly' })).toBeChecked();
    expect(pro.getByText('$9.99')).toBeVisible();
    expect(pro.getByText(/^9\.99 CAD per month, billed in advance until you cancel/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Yearly Save 17%' }));
    expect(pro.getByText('$99.99')).toBeVisible();
    expect(pro.getByText(/^99\.99 CAD per year/)).toBeVisible();
    await user.click(pro.getByRole('button', { name: 'Upgrade to Pro' }));
    await waitFor(() => expect(page.leaveFor).toHaveBeenCalledWith('https://pay.example/checkout'));
    expect(asked).toEqual([['POST /subscriptions/create-checkout-session', { priceId: 'yearly' }]]);
    // Until the user leaves the page.
    expect(await button('Opening the payment page...')).toBeDisabled();
  });

  test('on the way back from the payment page, it can be opened again', async () => {
    servePlan(aStatus());
    const { user } = renderApp('/subscription');
    await user.click(await button('Upgrade to Pro'));
    await waitFor(() => expect(page.leaveFor).toHaveBeenCalled());
    const shown = new Event('pageshow');
    Object.assign(shown, { persisted: true });
    window.dispatchEvent(shown);
    expect(await button('Upgrade to Pro')).toBeEnabled();
  });

  test.each([
    ['the provider does not answer', refusal(503, 'NO', UNAVAILABLE), UNAVAILABLE],
    ['the server is not reached', HttpResponse.error(), 'Harken could not be reached.'],
  ])('when %s, the page says so and can be tried again', async (_, answer, text) => {
    serve({ 'POST /subscriptions/create-checkout-session': answer });
    const { user } = renderApp('/subscription');
    await user.click(await button('Upgrade to Pro'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The payment page could not be opened');
    expect(alert).toHaveTextContent(text);
    expect(await button('Upgrade to Pro')).toBeEnabled();
    expect(page.leaveFor).not.toHaveBeenCalled();
  });

  test('users with Pro from another tab see it, instead of paying twice', async () => {
    const plan = servePlan(aStatus());
    const call = 'POST /subscriptions/create-checkout-session';
    plan.refuse(call, 409, 'ALREADY_SUBSCRIBED', 'You already have the Pro plan.');
    const { user } = renderApp('/subscription');
    const upgrade = await button('Upgrade to Pro');
    plan.set(aProStatus());
    await user.click(upgrade);
    expect(await button(/Manage Billing/)).toBeVisible();
    expect(screen.queryByRole('article', { name: 'Pro' })).toBeNull();
    expect(useSession.getState().user?.isPro).toBe(true);
  });

  test('a server that sells nothing offers nothing to buy', async () => {
    servePlan(aStatus({ billing: 'none' }));
    renderApp('/subscription');
    expect(await screen.findByText('Payments are not available on this server yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Upgrade to Pro' })).toBeNull();
  });
});

describe('on the Pro plan', () => {
  test('the page shows what is paid and when next, and offers no other plan', async () => {
    servePlan(aProStatus());
    renderApp('/subscription');
    expect(await screen.findByText(`9.99 CAD per month, renews on ${END}`)).toBeVisible();
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Billing period' })).toBeNull();
  });

  test('Pro is cancelled by two clicks, and stays until the period ends', async () => {
    const { asked } = servePlan(aProStatus());
    const { user } = renderApp('/subscription');
    await user.click(await button('Cancel subscription'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel your subscription?' });
    expect(dialog).toHaveAccessibleDescription(SURE);
    expect(asked).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel subscription' }));
    expect(
      await screen.findByText(
        `Your plan will be cancelled at the end of the billing period, on ${END}`,
      ),
    ).toBeVisible();
    expect(asked).toEqual([['POST /subscriptions/cancel']]);
    expect(screen.getByText(`You keep Pro until ${END}.`)).toBeVisible();
    expect(await button('Reactivate')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  test('backing out of the cancellation keeps Pro', async () => {
    const { asked } = servePlan(aProStatus());
    const { user } = renderApp('/subscription');
    const cancel = await button('Cancel subscription');
    await user.click(cancel);
    await user.click(await button('Keep Pro'));
    await waitFor(() => expect(cancel).toHaveFocus());
    expect(asked).toEqual([]);
  });

  test('a cancellation can be reverted', async () => {
    const { asked } = servePlan(aProStatus({ cancelAtPeriodEnd: true }));
    const { user } = renderApp('/subscription');
    await user.click(await button('Reactivate'));
    expect(await button('Cancel subscription')).toBeVisible();
    expect(screen.queryByText(/will be cancelled/)).toBeNull();
    expect(asked).toEqual([['POST /subscriptions/reactivate']]);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test.each([
    ['cancel', false, 'Your subscription was not cancelled'],
    ['reactivate', true, 'Your subscription was not reactivated'],
  ])('a refused %s says why, and nothing changes', async (path, cancelAtPeriodEnd, title) => {
    const plan = servePlan(aProStatus({ cancelAtPeriodEnd }));
    plan.refuse(`POST /subscriptions/${path}`, 503, 'PAYMENTS_UNAVAILABLE', UNAVAILABLE);
    const { user } = renderApp('/subscription');
    await user.click(await button(cancelAtPeriodEnd ? 'Reactivate' : 'Cancel subscription'));
    if (!cancelAtPeriodEnd) {
      const dialog = within(await screen.findByRole('alertdialog'));
      await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    }
    const told = await screen.findByText(title);
    expect(told.parentElement).toHaveTextContent(UNAVAILABLE);
    expect(await button(cancelAtPeriodEnd ? 'Reactivate' : 'Cancel subscription')).toBeEnabled();
  });

  test('a failed payment is reported', async () => {
    servePlan(aProStatus({ status: 'past_due' }));
    renderApp('/subscription');
    expect(await screen.findByText('Your last payment did not go through')).toBeVisible();
    expect(screen.getByText('Payment failed')).toBeVisible();
  });

  test('Pro without payments has no invoices', async () => {
    servePlan(aProStatus({ currentPeriodEnd: null, interval: null }));
    renderApp('/subscription');
    expect(await screen.findByText('You are not charged for it.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Manage Billing|Cancel/ })).toBeNull();
  });

  test('changes made elsewhere show on the way back to the page', async () => {
    const plan = servePlan(aProStatus());
    renderApp('/subscription');
    await button('Cancel subscription');
    plan.set(aStatus());
    window.dispatchEvent(new Event('visibilitychange'));
    expect(await button('Upgrade to Pro')).toBeVisible();
    expect(useSession.getState().user?.isPro).toBe(false);
  });
});

describe('Manage Billing', () => {
  /** Stubs a browser that allows new tabs. */
  function stubTab() {
    const tab = {
      opener: window,
      document: { title: '', body: document.createElement('body') },
      location: { replace: vi.fn() },
      close: vi.fn(),
    };
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    return { tab, open };
  }

  test('opens a tab before it asks, and shows the bills there', async () => {
    const { tab, open } = stubTab();
    const answer = aGate();
    servePlan(aProStatus());
    serve({
      'POST /subscriptions/create-portal-session': async () => {
        await answer.opened;
        return { url: 'https://pay.example/portal' };
      },
    });
    const { user } = renderApp('/subscription');
    await user.click(await button(/Manage Billing/));
    expect(open).toHaveBeenCalledWith('', '_blank');
    expect(tab.document.body).toHaveTextContent('Opening your billing…');
    expect(tab.opener).toBeNull();
    expect(tab.location.replace).not.toHaveBeenCalled();
    answer.open();
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith('https://pay.example/portal'),
    );
    expect(tab.close).not.toHaveBeenCalled();
  });

  test('closes the tab when there is nothing to show, and says why', async () => {
    const { tab } = stubTab();
    const plan = servePlan(aProStatus());
    const call = 'POST /subscriptions/create-portal-session';
    plan.refuse(call, 503, 'PAYMENTS_UNAVAILABLE', UNAVAILABLE);
    const { user } = renderApp('/subscription');
    await user.click(await button(/Manage Billing/));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Your billing could not be opened');
    expect(alert).toHaveTextContent(UNAVAILABLE);
    expect(tab.close).toHaveBeenCalledOnce();
  });

  test('gives a link where the browser lets no tab open', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    servePlan(aProStatus());
    const { user } = renderApp('/subscription');
    await user.click(await button(/Manage Billing/));
    const link = await screen.findByRole('link', { name: 'Open your billing' });
    expect(link).toHaveAttribute('href', 'https://pay.example/portal');
  });
});

test('a plan without a limit says so', async () => {
  servePlan(aProStatus());
  serve({
    'GET /subscriptions/usage': { keywordCount: 12, keywordLimit: null, notificationCount: 0 },
  });
  renderApp('/subscription');
  expect(await screen.findByText('unlimited')).toBeVisible();
  expect(screen.queryByRole('meter')).toBeNull();
});

test.each([
  ['your usage', 'usage', { keywordCount: 2, keywordLimit: 3, notificationCount: 0 }, 'of 3'],
  ['your plan', 'status', aStatus(), 'Free of charge, with up to 3 keywords.'],
])('%s that cannot be loaded can be tried again', async (what, path, answer, shown) => {
  serve({ [`GET /subscriptions/${path}`]: refusal(422, 'NO', 'No') });
  const { user } = renderApp('/subscription');
  expect(await screen.findByText(`We could not load ${what}.`)).toBeVisible();
  serve({ [`GET /subscriptions/${path}`]: answer });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(shown)).toBeVisible();
});
