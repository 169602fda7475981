import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { compression } from 'vite-plugin-compression2';
import wasm from 'vite-plugin-wasm';
import type { PluginOption } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env.HARKEN_URL ?? 'http://127.0.0.1:8080';

/** Real posts and comments, an object a line, for the tests that are run over such: not part of Harken. */
const items =
  process.env.HARKEN_ITEMS ??
  fileURLToPath(new URL('../../shared/data/reddit/items.ndjson', import.meta.url));

/** vite-plugin-wasm reads modules from files only if it finds a plugin of this name, which Vitest's projects lack. */
const inVitest = { name: 'vitest' };

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    wasm() as PluginOption,
    // Once here rather than at each request. The page itself is another each time, and fonts are compressed already.
    compression({
      include: /\.(js|css|svg|wasm|webmanifest)$/,
      algorithms: ['gzip', 'brotliCompress'],
      threshold: 1024,
    }),
  ],
  worker: { format: 'es', plugins: () => [wasm() as PluginOption] },
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  // The server puts a fresh one in its place, for each answer (crates/server/src/site/page.rs).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // The wasm module is awaited at the top of its chunk.
    target: 'esnext',
    rolldownOptions: {
      // Left alone, the bundler cuts the first page's scripts into fifty pieces, since some module
      // is awaited at the top.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
    // The page's policy takes fonts and code from the site only, not from `data:`.
    assetsInlineLimit: 0,
  },
  server: { port: 5173, proxy: { '/api': server } },
  preview: { port: 4173, proxy: { '/api': server } },
  test: {
    environment: 'jsdom',
    // Loading the app again for each file takes as long as all tests. Those that replace modules, or change what these
    // keep as long as the page lives, are named `*.isolated.test`.
    projects: [
      {
        extends: true,
        plugins: [inVitest],
        test: {
          name: 'together',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.isolated.test.*'],
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [inVitest],
        test: { name: 'isolated', include: ['src/**/*.isolated.test.{ts,tsx}'] },
      },
    ],
    // Tests wait for timers, so there are more of them than cores.
    maxWorkers: '150%',
    setupFiles: ['src/testing/browser.ts', 'src/testing/setup.ts'],
    css: false,
    provide: { items: { path: items, isThere: existsSync(items) } },
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
