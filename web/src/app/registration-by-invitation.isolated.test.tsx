import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import { paths } from '@/config/paths';
import { renderApp, shownPage } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

vi.mock('@/config/site', () => ({
  site: {
    plansOn: true,
    modelOn: false,
    registrationOpen: false,
    registrationByInvite: true,
    sendsMail: true,
    readsReddit: true,
    supportEmail: 'help@example.com',
    sites: [],
    nonce: undefined,
  },
}));

test.each(['/', '/login', '/register'])(
  'with registration by invitation %s says so and links to no form',
  async (path) => {
    renderApp(path);
    const page = await shownPage();
    expect(document.body).toHaveTextContent('New accounts are by invitation only');
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).not.toContain(paths.register);
    expect(page).not.toHaveTextContent('Create your account');
  },
);

async function register() {
  const { user } = renderApp('/register?invite=token-1');
  const values = {
    'First name': 'Mara',
    'Last name': 'Lind',
    Email: 'mara@example.com',
    Password: 'Secret123',
    'Confirm password': 'Secret123',
  };
  await screen.findByRole('heading', { name: 'Create your account' });
  for (const [name, value] of Object.entries(values)) {
    await user.type(screen.getByLabelText(name), value);
  }
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
