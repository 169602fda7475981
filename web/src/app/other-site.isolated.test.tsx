import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { fillIn } from '@/testing/account-form';
import { address, renderApp, shownPage, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

// This has its own file because modules read these when they are loaded.
vi.mock('@/config/site', () => ({
  site: {
    plansOn: false,
    modelOn: true,
    registrationOpen: false,
    registrationByInvite: false,
    sendsMail: true,
    readsReddit: true,
    supportEmail: 'help@example.com',
    sites: [],
  },
}));

test.each(['/', '/terms', '/refund', '/privacy'])(
  'with plans off %s names no price and links to none',
  async (path) => {
    renderApp(path);
    await shownPage();
    expect(document.body.textContent).not.toMatch(/\$\s?\d|\bCAD\b|9\.99/);
    expect(screen.queryByRole('link', { name: 'Pricing' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Pro' })).toBeNull();
  },
);

test('with plans off nothing leads a user to plans', async () => {
  signIn();
  renderApp('/settings');
  expect(await screen.findByText('Time zone')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Channels' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Subscription' })).toBeNull();
  expect(screen.queryByText('Subscription plan')).toBeNull();
});

test('with plans off the subscription shows only the usage', async () => {
  signIn();
  renderApp('/subscription');
  const page = await shownPage();
  expect(page).toHaveTextContent('Everything is included on this server');
  expect(screen.getByRole('region', { name: 'Your usage' })).toBeVisible();
  expect(page).not.toHaveTextContent(/\$\s?\d|\bCAD\b|Upgrade|Billing/);
});

test.each(['/subscription/success', '/subscription/cancel'])(
  'with plans off %s leads to the dashboard',
  async (path) => {
    signIn();
    renderApp(path);
    expect(await screen.findByRole('heading', { name: /Welcome back/ })).toBeVisible();
    expect(address()).toBe('/dashboard');
  },
);

test('the support address is that of the server', async () => {
  renderApp('/');
  expect(await screen.findByRole('link', { name: 'help@example.com' })).toHaveAttribute(
    'href',
    'mailto:help@example.com',
  );
});

/** Asserts that the page at `path` says `text`, has no form and links to none. */
async function showsNoForm(path: string, text: string) {
  renderApp(path);
  const page = await shownPage();
  expect(document.body).toHaveTextContent(text);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).not.toContain(paths.register);
  expect(page).not.toHaveTextContent('Create your account');
}

test.each(['/', '/login', '/register'])(
  'with registration closed %s says so and links to no form',
  (path) => showsNoForm(path, 'This server does not accept new accounts'),
);

test('the privacy policy mentions a language model where there is one', async () => {
  renderApp('/privacy');
  expect(await shownPage()).toHaveTextContent(
    'worded by a language model that the operator has chosen',
  );
});

describe('registration by invitation', () => {
  beforeEach(() => {
    site.registrationByInvite = true;
    return () => {
      site.registrationByInvite = false;
    };
  });

  test.each(['/', '/login', '/register'])(
    'with registration by invitation %s says so and links to no form',
    (path) => showsNoForm(path, 'New accounts are by invitation only'),
  );

  async function register() {
    const { user } = renderApp('/register?invite=token-1');
    await screen.findByRole('heading', { name: 'Create your account' });
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
  }

  test('an invitation in the address leads to the form and is sent with it', async () => {
    let sent: unknown;
    server.use(
      http.post('*/api/auth/register', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ requiresVerification: true, message: 'ok' }, { status: 201 });
      }),
    );
    await register();
    expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    expect(sent).toMatchObject({ email: 'mara@example.com', invitation: 'token-1' });
  });

  test('an invitation that cannot be used says so', async () => {
    const text = 'A new account needs an invitation here. Ask whoever runs this server for one.';
    server.use(http.post('*/api/auth/register', () => refusal(403, 'INVITATION_REQUIRED', text)));
    await register();
    expect(await screen.findByText(text)).toBeVisible();
  });
});
