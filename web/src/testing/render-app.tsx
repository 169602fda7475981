import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';

import type { User } from '@/api/types';
import { AppProvider } from '@/app/provider';
import { AppRoutes } from '@/app/router';
import { startSession } from '@/lib/http/session';

import { aUser } from './fixtures';
import { serve } from './server';

/** Renders the whole app at `path`, with its real provider and router. */
export function renderApp(path: string) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <AppProvider>
        <AppRoutes />
      </AppProvider>
      <Address />
    </MemoryRouter>,
  );
  return { user: userEvent.setup() };
}

/** Stores a session, as if the user had signed in on an earlier visit. */
export function signIn(changes: Partial<User> = {}): void {
  startSession({ token: 'token-1', refreshToken: 'refresh-1', user: aUser(changes) });
}

/** Signs in as a user with these changes, whom the server knows, too. */
export function signInAs(changes: Partial<User> = {}): void {
  signIn(changes);
  serve({ 'GET /users/profile': { user: aUser(changes) } });
}

/** Returns the page's main part once it has its heading; until then there is only a spinner. */
export async function shownPage(): Promise<HTMLElement> {
  await screen.findByRole('heading', { level: 1 });
  return screen.getByRole('main');
}

/** Returns the app's current path and query. */
export function address(): string | null {
  return screen.getByTestId('address').textContent;
}

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}
