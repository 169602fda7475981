import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ToastArea } from '@/components/ui/toast-area';
import { useLiveState } from '@/lib/live/live-state';
import type { LiveStatus } from '@/lib/live/live-status';
import { setNetwork } from '@/testing/network';

import { ConnectionToast } from './connection-toast';

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 0, 5, 10, 42) }));
afterEach(() => {
  vi.useRealTimers();
  setNetwork(true);
});

const become = (status: LiveStatus) => act(() => useLiveState.setState({ status }));
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const said = () => screen.getByRole('region', { name: 'Messages' });
const queryClient = new QueryClient();
const tree = (isSignedIn = true) => (
  <QueryClientProvider client={queryClient}>
    <MemoryRouter>
      {isSignedIn && <ConnectionToast />}
      <ToastArea />
    </MemoryRouter>
  </QueryClientProvider>
);
const open = () => render(tree());

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
  become('live');
  open();
  setNetwork(false);
  expect(said()).toHaveTextContent('Offline.');
  pass(600_000);
  expect(said()).toHaveTextContent('Offline.');
  setNetwork(true);
  expect(said()).toBeEmptyDOMElement();
});

test('says whether the network is missing or the server, also when that changes', () => {
  become('live');
  open();
  act(() => onlineManager.setOnline(false));
  expect(said()).toHaveTextContent('Harken cannot be reached.');
  setNetwork(false);
  expect(said()).toHaveTextContent('Offline.');
});

test('reports nothing after a sign-out', () => {
  const { rerender } = open();
  setNetwork(false);
  rerender(tree(false));
  expect(said()).toBeEmptyDOMElement();
});
