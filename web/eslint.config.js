import { readdirSync } from 'node:fs';

import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import reactRefresh from 'eslint-plugin-react-refresh';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import globals from 'globals';
import tseslint from 'typescript-eslint';

import words from './words/numbers.mjs';

// From bottom to top: a layer imports only from those before it.
const layers = ['lib', 'components', 'entities', 'features', 'app'];

/** Forbids files of `folders` to import the layer `above`, those over it, and `other` patterns. */
function below(above, folders, ...other) {
  const upper = layers.slice(layers.indexOf(above)).join('|');
  const patterns = [
    {
      regex: `^(@/|(\\.\\./)+)(${upper})/`,
      message: `Layers import downwards: ${layers.join(' < ')}.`,
    },
    ...other,
  ];
  return {
    files: folders.map((folder) => `src/${folder}/**`),
    rules: {
      'no-restricted-imports': ['error', { patterns }],
      'no-restricted-syntax': [
        'error',
        ...patterns.map(({ regex, message }) => ({
          selector: `ImportExpression > Literal[value=/${regex.replaceAll('/', '\\/')}/]`,
          message,
        })),
      ],
    },
  };
}

const features = readdirSync(new URL('./src/features', import.meta.url)).join('|');
const betweenFeatures = {
  regex: `^(@/features|(\\.\\./)+(${features}))/`,
  message: 'Features do not import each other: what several share is in src/entities.',
};

export default tseslint.config(
  { ignores: ['dist', 'src/matcher-wasm', 'src/api/schema.ts'] },
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
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', 'src/testing/**'],
    plugins: { words },
    rules: {
      'words/numbers-by-intl': 'error',
      'no-restricted-properties': [
        'error',
        ...['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map((property) => ({
          property,
          message:
            'Numbers are written by @/lib/number, dates by @/lib/dates or Intl.DateTimeFormat.',
        })),
      ],
    },
  },
  below('components', ['api', 'config', 'lib']),
  below('entities', ['components']),
  below('features', ['entities']),
  below('app', ['features'], betweenFeatures),
  {
    files: ['**/*.test.{ts,tsx}', 'src/testing/**'],
    rules: { 'max-lines': 'off', 'react-refresh/only-export-components': 'off' },
  },
  {
    files: ['**/*.test.{ts,tsx}'],
    ignores: ['**/*.isolated.test.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['mock', 'doMock', 'resetModules'].map((property) => ({
          object: 'vi',
          property,
          message: 'Other files share the modules: name this one `*.isolated.test`.',
        })),
      ],
    },
  },
  {
    files: ['e2e/**', 'words/**', '*.js', '*.mjs', 'public/**'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
);
