// Measures how much JavaScript a page loads.
import { gzipSync } from 'node:zlib';

import { openContext } from './browser.mjs';

/** Returns the addresses of the scripts that `path` loads, with their sizes. */
export async function scriptsOf(browser, baseURL, path, storageState) {
  const context = await openContext(browser, { baseURL, storageState });
  const page = await context.newPage();
  const loaded = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') loaded.push(response);
  });
  await page.goto(path);
  await page.locator('h1:visible').first().waitFor();
  // Scripts that a page prefetches when it is idle count, too. With a session, the live stream
  // keeps the network from becoming idle.
  if (!storageState) await page.waitForLoadState('networkidle');
  // Modules are preloaded by links, too, which the network does not list as scripts.
  const links = await page.evaluate(() =>
    [...document.querySelectorAll('link[rel=modulepreload]')].map(({ href }) => href),
  );
  const sizes = new Map();
  for (const response of loaded) sizes.set(response.url(), gzipSync(await response.body()).length);
  for (const url of links) {
    if (sizes.has(url)) continue;
    sizes.set(url, gzipSync(await (await fetch(url)).bytes()).length);
  }
  await context.close();
  return sizes;
}

export const sum = (sizes) => [...sizes.values()].reduce((total, size) => total + size, 0);
