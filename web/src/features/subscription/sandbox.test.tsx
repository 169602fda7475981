import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { SandboxPortal } from '@/api/types';
import { leaveFor } from '@/lib/page';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

vi.mock(import('@/lib/page'), async (original) => ({
  ...(await original()),
  leaveFor: vi.fn(),
}));

const CHECKOUT = '/sandbox/checkout?session=one';
const PORTAL = '/sandbox/portal?session=one';

beforeEach(() => {
  vi.mocked(leaveFor).mockClear();
  signIn();
  server.use(
    http.get('*/api/subscriptions/sandbox/checkout/one', () =>
      HttpResponse.json({
        plan: 'pro',
        interval: 'year',
        amount: 9999,
        currency: 'CAD',
        email: 'mara@example.com',
      }),
    ),
    http.post('*/api/subscriptions/sandbox/checkout/one', async ({ request }) => {
      const { outcome } = (await request.json()) as { outcome: string };
      return outcome === 'pay'
        ? HttpResponse.json({ url: 'https://harken.example/subscription/success' })
        : refusal(402, 'CARD_DECLINED', 'The card was declined. Nothing was charged.');
    }),
  );
});

test('the checkout says that it is none, what would be paid, and is left by paying', async () => {
  const { user } = renderApp(CHECKOUT);
  expect(await screen.findByText('Sandbox: nothing here is real.')).toBeVisible();
  const pay = await screen.findByRole('button', { name: 'Pay 99.99 CAD' });
  expect(screen.getByText('Every year')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(pay);
  await waitFor(() =>
    expect(leaveFor).toHaveBeenCalledWith('https://harken.example/subscription/success'),
  );
});

test('a card that is declined can be tried again', async () => {
  const { user } = renderApp(CHECKOUT);
  await user.click(await screen.findByRole('button', { name: 'Decline the card' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The card was declined. Nothing was charged.',
  );
  expect(leaveFor).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Pay 99.99 CAD' })).toBeEnabled();
});

test('the way back is that of a cancelled payment', async () => {
  const { user } = renderApp(CHECKOUT);
  await user.click(await screen.findByRole('link', { name: 'Back' }));
  expect(address()).toBe('/subscription/cancel');
});

test.each([
  ['checkout', CHECKOUT],
  ['portal', PORTAL],
])('a %s that is over leads to the subscription', async (path, at) => {
  server.use(
    http.get(`*/api/subscriptions/sandbox/${path}/one`, () => refusal(404, 'NOT_FOUND', 'Gone')),
  );
  renderApp(at);
  expect(await screen.findByText('This page is no longer open')).toBeVisible();
  expect(screen.getByRole('link', { name: 'To your subscription' })).toHaveAttribute(
    'href',
    '/subscription',
  );
});

/** The sandbox's own account of the user, which follows what is done. */
function servePortal() {
  const asked: string[] = [];
  let portal: SandboxPortal = {
    email: 'mara@example.com',
    isActive: true,
    interval: 'month',
    amount: 999,
    currency: 'CAD',
    currentPeriodEnd: '2026-12-22T12:00:00Z',
    cancelAtPeriodEnd: false,
    invoices: [
      { id: 'in_1', amount: 999, currency: 'CAD', paidAt: '2026-11-22T12:00:00Z', refunded: false },
    ],
  };
  const changes: Record<string, () => Partial<SandboxPortal>> = {
    cancel: () => ({ cancelAtPeriodEnd: true }),
    reactivate: () => ({ cancelAtPeriodEnd: false }),
    refund: () => ({
      isActive: false,
      invoices: portal.invoices.map((invoice) => ({ ...invoice, refunded: true })),
    }),
  };
  server.use(
    http.get('*/api/subscriptions/sandbox/portal/one', () => HttpResponse.json(portal)),
    http.post('*/api/subscriptions/sandbox/portal/one', async ({ request }) => {
      const { action } = (await request.json()) as { action: string };
      asked.push(action);
      portal = { ...portal, ...changes[action]?.() };
      return HttpResponse.json(portal);
    }),
  );
  return { asked };
}

test('in the portal a subscription is cancelled and goes on again', async () => {
  const { asked } = servePortal();
  const { user } = renderApp(PORTAL);
  expect(await screen.findByText('Pro, 9.99 CAD per month')).toBeVisible();
  expect(screen.getByText('Renews on')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel at the end of the period' }));
  expect(await screen.findByText('Ends on')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Reactivate' }));
  expect(await screen.findByText('Renews on')).toBeVisible();
  expect(asked).toEqual(['cancel', 'reactivate']);
});

test('a refund is asked for once more, and ends Pro', async () => {
  const { asked } = servePortal();
  const { user } = renderApp(PORTAL);
  const invoices = await screen.findByRole('list', { name: 'Invoices' });
  expect(within(invoices).getByText('Paid')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Refund the last payment' }));
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  expect(await screen.findByText('Refunded')).toBeVisible();
  expect(screen.getByText('Free')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Refund|Cancel|Reactivate/ })).toBeNull();
  expect(asked).toEqual(['refund']);
});
