import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { compression } from 'vite-plugin-compression2';
import wasm from 'vite-plugin-wasm';
import type { PluginOption } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env.HARKEN_URL ?? 'http://127.0.0.1:8080';

/** Real posts and comments as NDJSON, for the tests that need them. They are not part of Harken. */
const items =
  process.env.HARKEN_ITEMS ??
  fileURLToPath(new URL('../../shared/data/reddit/items.ndjson', import.meta.url));

/** A plugin by whose name vite-plugin-wasm reads modules from files. Vitest's projects lack it. */
const inVitest = { name: 'vitest' };

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    wasm() as PluginOption,
    // Compressed once here rather than at each request. The page differs each time, and fonts are
    // compressed already.
    compression({
      include: /\.(js|css|svg|wasm|webmanifest)$/,
      algorithms: ['gzip', 'brotliCompress'],
      threshold: 1024,
    }),
  ],
  worker: { format: 'es', plugins: () => [wasm() as PluginOption] },
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  // The server replaces this with a new nonce in each answer (crates/server/src/site/page.rs).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // The chunk of the wasm module has a top-level await.
    target: 'esnext',
    rolldownOptions: {
      // By default, the bundler splits the first page's scripts into fifty chunks, since some
      // module has a top-level await.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
    // The page's policy allows fonts and code from the site only, not from `data:`.
    assetsInlineLimit: 0,
  },
  server: { port: 5173, proxy: { '/api': server } },
  preview: { port: 4173, proxy: { '/api': server } },
  test: {
    environment: 'jsdom',
    // Reloading the app for each file takes as long as all tests. Files that replace modules, or
    // change state that modules keep for the life of the page, are named `*.isolated.test`.
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
    // Tests wait for timers, so there are more workers than cores.
    maxWorkers: '150%',
    setupFiles: ['src/testing/browser.ts', 'src/testing/setup.ts'],
    css: false,
    provide: { items: { path: items, isThere: existsSync(items) } },
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
