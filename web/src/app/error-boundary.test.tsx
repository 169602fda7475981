import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import * as page from '@/lib/page';
import { setNetwork } from '@/testing/network';

import { ErrorBoundary } from './error-boundary';

const open = () => {
  const Broken = () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  };
  vi.spyOn(console, 'error').mockReturnValue();
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
};

afterEach(() => {
  setNetwork(true);
  vi.restoreAllMocks();
});

test('a screen that fails offers to reload', () => {
  open();
  expect(screen.getByRole('heading')).toHaveTextContent('Something went wrong');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
});

test('a screen that was not loaded before opens once the network is back', () => {
  const reload = vi.spyOn(page, 'reloadPage').mockReturnValue();
  setNetwork(false);
  open();
  expect(screen.getByRole('heading')).toHaveTextContent('You are offline');
  expect(reload).not.toHaveBeenCalled();
  setNetwork(true);
  expect(reload).toHaveBeenCalledOnce();
});
