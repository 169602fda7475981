import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { showToast, type Toast, type ToastType } from '@/lib/toasts';

import { ToastArea } from './toast-area';

beforeEach(() => {
  vi.useFakeTimers();
  render(<ToastArea />, { wrapper: MemoryRouter });
});
afterEach(() => vi.useRealTimers());

const show = (toast: Omit<Toast, 'id'>) => {
  act(() => void showToast(toast));
};
const pass = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms));
};

test.each<[ToastType, number]>([
  ['success', 5_000],
  ['error', 8_000],
  ['warning', 6_000],
  ['info', 5_000],
  ['rate-limit', 10_000],
])('a toast of type %s disappears after %d ms', (type, ms) => {
  show({ type, title: 'Something happened' });
  pass(ms - 1);
  expect(screen.getByText('Something happened')).toBeVisible();
  pass(1);
  expect(screen.queryByText('Something happened')).toBeNull();
});

test('a toast stays while it is pointed at', () => {
  show({ type: 'info', title: 'Read me' });
  fireEvent.mouseEnter(screen.getByText('Read me'));
  pass(60_000);
  expect(screen.getByText('Read me')).toBeVisible();
  fireEvent.mouseLeave(screen.getByRole('status'));
  pass(5_000);
  expect(screen.queryByText('Read me')).toBeNull();
});

test('a toast can be dismissed', () => {
  show({ type: 'error', title: 'Gone soon' });
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Gone soon')).toBeNull();
});

test('a rate-limit toast counts down and says when it is over', () => {
  show({ type: 'rate-limit', title: 'Too Many Requests', retryAt: Date.now() + 3_000 });
  expect(screen.getByText('You can try again in 3 seconds')).toBeVisible();
  pass(1_000);
  pass(1_000);
  expect(screen.getByText('You can try again in 1 second')).toBeVisible();
  pass(1_000);
  expect(screen.getByText('Rate Limit Expired')).toBeVisible();
  expect(screen.getByText('You can try again now')).toBeVisible();
  expect(screen.queryByText('Too Many Requests')).toBeNull();
});

test('a link inside the app is followed in place, one outside in a new tab', () => {
  show({ type: 'info', title: 'In', link: { label: 'View all', href: '/notifications' } });
  show({
    type: 'info',
    title: 'Out',
    link: { label: 'View Post', href: 'https://forum.example/p/1', external: true },
  });
  const inside = screen.getByRole('link', { name: 'View all' });
  expect(inside).toHaveAttribute('href', '/notifications');
  expect(inside).not.toHaveAttribute('target');
  const outside = screen.getByRole('link', { name: 'View Post' });
  expect(outside).toHaveAttribute('href', 'https://forum.example/p/1');
  expect(outside).toHaveAttribute('target', '_blank');
});

test('the newest three are shown, the older of them short, and lasting ones are not pushed out', () => {
  show({ type: 'warning', title: 'It lasts', text: 'Until it is over', lasts: true });
  for (const title of ['One', 'Two', 'Three']) show({ type: 'info', title, text: `${title} text` });
  expect(screen.queryByText('One')).toBeNull();
  expect(screen.getByText('It lasts')).toBeVisible();
  expect(screen.queryByText('Until it is over')).toBeNull();
  expect(screen.queryByText('Two text')).toBeNull();
  expect(screen.getByText('Three text')).toBeVisible();
  pass(60_000);
  expect(screen.getByText('Until it is over')).toBeVisible();
  expect(screen.queryByText('Three')).toBeNull();
});
