import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { LiveStatus } from '@/lib/live/live-events';
import { useLiveState } from '@/lib/live/live-state';

import { ConnectionBanner } from './connection-banner';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const become = (status: LiveStatus) => act(() => useLiveState.setState({ status }));
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const banner = () => screen.getByRole('status', { name: 'Connection' });

test('nothing is said while the connection lives, nor of a short break', () => {
  become('live');
  render(<ConnectionBanner />);
  expect(banner()).toBeEmptyDOMElement();
  become('connecting');
  pass(3_900);
  become('live');
  pass(60_000);
  expect(banner()).toBeEmptyDOMElement();
});

test('a longer break is told until it is over', () => {
  become('connecting');
  render(<ConnectionBanner />);
  pass(4_000);
  expect(banner()).toHaveTextContent('Reconnecting...');
  become('live');
  expect(banner()).toBeEmptyDOMElement();
  // The next break counts from its own beginning.
  become('connecting');
  expect(banner()).toBeEmptyDOMElement();
});

test('a lost network is told at once', () => {
  render(<ConnectionBanner />);
  become('offline');
  expect(banner()).toHaveTextContent('You are offline');
});
