import { afterEach, expect, test } from 'vitest';

import { stubBrowser } from '@/testing/browser';

import script from '../../public/theme.js?raw';
import { chooseTheme, followTheme, useTheme } from './theme';

const beforePaint = () => void globalThis.eval(script);
let stop: () => void = () => undefined;

function start(saved: string | null, dark: boolean) {
  stubBrowser({ dark });
  if (saved) localStorage.setItem('theme', saved);
  stop = followTheme();
}

afterEach(() => stop());

test.each([
  ['dark', false, 'dark'],
  ['light', true, 'light'],
  [null, true, 'dark'],
  [null, false, 'light'],
  ['nonsense', false, 'light'],
])('saved %s on a system that is dark: %s shows %s', (saved, dark, shown) => {
  start(saved, dark);
  expect(useTheme.getState().theme).toBe(shown);
  delete document.documentElement.dataset.theme;
  beforePaint();
  expect(document.documentElement.dataset.theme).toBe(shown);
});

test('a choice is saved and shown at once', () => {
  start(null, false);
  chooseTheme('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('choosing the system forgets the saved theme', () => {
  start('light', true);
  chooseTheme('system');
  expect(localStorage.getItem('theme')).toBeNull();
  expect(useTheme.getState().theme).toBe('dark');
});

test('a choice in another tab is followed', () => {
  start('light', false);
  localStorage.setItem('theme', 'dark');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
  expect(useTheme.getState().theme).toBe('dark');
});
