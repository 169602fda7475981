import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { compression } from 'vite-plugin-compression2';
import wasm from 'vite-plugin-wasm';
import type { Plugin, PluginOption } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env.HARKEN_URL ?? 'http://127.0.0.1:8080';

/** Real posts and comments as NDJSON, for the tests that need them. They are not part of Harken. */
const items =
  process.env.HARKEN_ITEMS ??
  fileURLToPath(new URL('../../shared/data/reddit/items.ndjson', import.meta.url));

/** A plugin by whose name vite-plugin-wasm reads modules from files. Vitest's projects lack it. */
const inVitest = { name: 'vitest' };

/** Writes the names of all files into the service worker, which keeps them for offline use. */
const filesForWorker: Plugin = {
  name: 'files-for-worker',
  apply: 'build',
  writeBundle({ dir = 'dist' }) {
    const paths = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/^(index\.html|sw\.js)|\.(br|gz)$/.test(entry.name))
      .map((entry) => `/${relative(dir, join(entry.parentPath, entry.name))}`)
      .sort();
    const worker = join(dir, 'sw.js');
    const source = readFileSync(worker, 'utf8');
    const hash = createHash('sha256').update(source);
    for (const path of [...paths, '/index.html']) hash.update(readFileSync(join(dir, path)));
    const values = { FILES: paths, BUILD: hash.digest('hex').slice(0, 16) };
    const filled = Object.entries(values).reduce(
      (text, [name, value]) =>
        text.replace(
          new RegExp(`^const ${name} = .*;$`, 'm'),
          `const ${name} = ${JSON.stringify(value)};`,
        ),
      source,
    );
    writeFileSync(worker, filled);
  },
};

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    wasm() as PluginOption,
    filesForWorker,
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
    // Every browser that can run the app either preloads modules or loads them a little later.
    modulePreload: { polyfill: false },
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
    // A larger young generation is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    setupFiles: ['src/testing/browser.ts', 'src/testing/setup.ts'],
    css: false,
    // A test puts maps in place of the databases that this library keeps.
    server: { deps: { inline: ['idb-keyval'] } },
    provide: { items: { path: items, isThere: existsSync(items) } },
    testTimeout: 180_000,
    // What fails runs once more. The checks name the tests that passed only then.
    retry: 1,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
