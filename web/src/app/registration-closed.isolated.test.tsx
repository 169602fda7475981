import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { paths } from '@/config/paths';
import { renderApp, shownPage } from '@/testing/render-app';

vi.mock('@/config/site', () => ({
  site: {
    plansOn: true,
    modelOn: false,
    registrationOpen: false,
    sendsMail: true,
    readsReddit: true,
    supportEmail: 'help@example.com',
    sites: [],
    nonce: undefined,
  },
}));

test.each(['/', '/login', '/register'])(
  'with registration closed %s says so and links to no form',
  async (path) => {
    renderApp(path);
    const page = await shownPage();
    expect(document.body).toHaveTextContent('This server does not accept new accounts');
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).not.toContain(paths.register);
    expect(page).not.toHaveTextContent('Create your account');
  },
);
