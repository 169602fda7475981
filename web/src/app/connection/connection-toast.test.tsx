import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ToastArea } from '@/components/ui/toast-area';
import { useLiveState } from '@/lib/live/live-state';
import type { LiveStatus } from '@/lib/live/live-status';

import { ConnectionToast } from './connection-toast';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const become = (status: LiveStatus) => act(() => useLiveState.setState({ status }));
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const said = () => screen.getByRole('region', { name: 'Messages' });
const open = () =>
  render(
    <MemoryRouter>
      <ConnectionToast />
      <ToastArea />
    </MemoryRouter>,
  );

test('reports neither a live connection nor a short interruption', () => {
  become('live');
  open();
  expect(said()).toBeEmptyDOMElement();
  become('connecting');
  pass(3_900);
  become('live');
  pass(60_000);
  expect(said()).toBeEmptyDOMElement();
});

test('reports a longer interruption until it is over', () => {
  become('connecting');
  open();
  pass(4_000);
  expect(said()).toHaveTextContent('Reconnecting...');
  become('live');
  expect(said()).toBeEmptyDOMElement();
  // The second interruption is timed from its own start.
  become('connecting');
  expect(said()).toBeEmptyDOMElement();
});

test('reports a lost network at once, for as long as it lasts', () => {
  open();
  become('offline');
  expect(said()).toHaveTextContent('You are offline');
  pass(600_000);
  expect(said()).toHaveTextContent('You are offline');
});

test('reports nothing after a sign-out', () => {
  const { rerender } = open();
  become('offline');
  rerender(
    <MemoryRouter>
      <ToastArea />
    </MemoryRouter>,
  );
  expect(said()).toBeEmptyDOMElement();
});
