import { expect, test } from 'vitest';

import { browserStorage } from '@/config/browser-storage';
import { renderApp, shownPage } from '@/testing/render-app';

const files: Record<string, string> = import.meta.glob(
  ['/src/**/*.{ts,tsx}', '/public/*.js', '!/src/**/*.test.*', '!/src/testing/**'],
  { query: '?raw', import: 'default', eager: true },
);

/** Returns the keys of a file's storage calls, given as text or by a constant of the file. */
function keysIn(text: string): string[] {
  const calls = text.matchAll(/(?:local|session)Storage\.\w+Item\(\s*('?)(\w+)/g);
  return [...calls].flatMap(([, quote, name = '']) => {
    if (quote) return [name];
    const [, value] = new RegExp(`const ${name} = '(\\w+)'`).exec(text) ?? [];
    return value ? [value] : [];
  });
}

test('the list contains everything that the code stores in a browser, and nothing else', () => {
  const kept = new Set(Object.values(files).flatMap(keysIn));
  const listed = browserStorage.flatMap(({ keys }) => keys);
  expect(listed.toSorted()).toEqual([...kept].toSorted());
});

test('only what the page says about offline use is stored by other means', async () => {
  const others = /indexedDB|idb-keyval|document\.cookie|cookieStore|\bcaches\.|navigator\.storage/;
  const using = Object.entries(files).filter(([, text]) => others.test(text));
  expect(using.map(([path]) => path).toSorted()).toEqual([
    '/public/sw.js',
    '/src/lib/offline/device-store.ts',
  ]);
  renderApp('/privacy');
  expect(await shownPage()).toHaveTextContent('So that Harken opens without a network');
});

test('the privacy page names each of them', async () => {
  renderApp('/privacy');
  const page = await shownPage();
  for (const { what, keys } of browserStorage) {
    expect(page).toHaveTextContent(what);
    for (const key of keys) expect(page).toHaveTextContent(key);
  }
});
