import { readdirSync } from 'node:fs';

import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import reactRefresh from 'eslint-plugin-react-refresh';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const appMessage = 'Only src/app composes features: nothing else imports it.';
const forbidden = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

const features = readdirSync(new URL('./src/features', import.meta.url)).join('|');

// A feature uses src/lib, src/components, src/api and src/config; its own files by relative paths.
const featureRules = {
  files: ['src/features/**'],
  rules: forbidden(
    { group: ['@/app/**'], message: appMessage },
    {
      regex: `^(@/features|(\\.\\./)+(${features}))/`,
      message: 'Features do not import each other: compose them in src/app.',
    },
  ),
};

export default tseslint.config(
  { ignores: ['dist', 'src/matcher-wasm', 'src/api/schema.ts', 'e2e/results'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-refresh': reactRefresh, 'simple-import-sort': simpleImportSort },
    extends: [reactHooks.configs.flat['recommended-latest']],
    languageOptions: { globals: globals.browser },
    rules: {
      'max-lines': ['error', { max: 200 }],
      'simple-import-sort/imports': [
        'error',
        { groups: [['^node:'], ['^@?\\w'], ['^@/'], ['^\\.'], ['^\\u0000']] },
      ],
      'react-refresh/only-export-components': ['error', { allowConstantExport: true }],
    },
  },
  featureRules,
  {
    files: ['src/{components,lib,api,config}/**'],
    rules: forbidden({
      group: ['@/app/**', '@/features/**'],
      message: 'This is the ground that features stand on.',
    }),
  },
  {
    files: ['**/*.test.{ts,tsx}', 'src/testing/**'],
    rules: { 'max-lines': 'off', 'react-refresh/only-export-components': 'off' },
  },
  {
    files: ['e2e/**', '*.js', '*.mjs', 'public/**'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
);
