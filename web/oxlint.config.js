import { readdirSync } from 'node:fs';

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
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

const features = readdirSync(new URL('./src/features', import.meta.url)).join('|');
const betweenFeatures = {
  regex: `^(@/features|(\\.\\./)+(${features}))/`,
  message: 'Features do not import each other: what several share is in src/entities.',
};

/** Returns the rules of a plugin with these names, as errors. */
const rules = (plugin, names) =>
  Object.fromEntries(names.match(/\S+/g).map((name) => [`${plugin}/${name}`, 'error']));

// Besides these rules, the category “correctness” has most of those that find errors.
export default {
  plugins: ['eslint', 'typescript', 'react', 'oxc'],
  options: {
    typeAware: true,
    typeCheck: true,
    denyWarnings: true,
    reportUnusedDisableDirectives: 'error',
  },
  categories: { correctness: 'error' },
  ignorePatterns: ['dist', 'src/matcher-wasm', 'src/api/schema.ts'],
  env: { browser: true, node: true, es2024: true },
  rules: {
    ...rules(
      'eslint',
      `no-case-declarations no-empty no-fallthrough no-prototype-builtins no-redeclare no-regex-spaces
      no-undef no-unexpected-multiline no-useless-assignment preserve-caught-error`,
    ),
    'no-eval': 'off',
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [
          { from: 'package', package: 'node:test', name: ['describe', 'test'] },
        ],
      },
    ],
    // Scripts declare no types, and write what they like into texts.
    'typescript/restrict-template-expressions': 'off',
    'typescript/unbound-method': 'off',
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        // The type check reports these.
        'eslint/no-redeclare': 'off',
        'eslint/no-undef': 'off',
        ...rules(
          'eslint',
          `no-array-constructor no-empty-function no-useless-constructor no-var prefer-const
          prefer-rest-params prefer-spread`,
        ),
        ...rules(
          'typescript',
          `adjacent-overload-signatures array-type ban-ts-comment ban-tslint-comment
          class-literal-property-style consistent-generic-constructors
          consistent-indexed-object-style consistent-type-assertions consistent-type-imports
          dot-notation no-confusing-non-null-assertion no-deprecated no-dynamic-delete
          no-empty-object-type no-explicit-any no-extraneous-class no-generated-empty-object-type
          no-inferrable-types no-invalid-void-type no-mixed-enums no-namespace
          no-non-null-asserted-nullish-coalescing no-non-null-assertion no-require-imports
          no-unnecessary-boolean-literal-compare no-unnecessary-condition
          no-unnecessary-template-expression no-unnecessary-type-arguments
          no-unnecessary-type-assertion no-unnecessary-type-constraint
          no-unnecessary-type-conversion no-unnecessary-type-parameters no-unsafe-argument
          no-unsafe-assignment no-unsafe-call no-unsafe-enum-assignment no-unsafe-enum-comparison
          no-unsafe-function-type no-unsafe-member-access no-unsafe-return
          non-nullable-type-assertion-style only-throw-error prefer-find prefer-for-of
          prefer-function-type prefer-includes prefer-literal-enum-member
          prefer-nullish-coalescing prefer-optional-chain prefer-promise-reject-errors
          prefer-reduce-type-parameter prefer-regexp-exec prefer-return-this-type
          prefer-string-starts-ends-with related-getter-setter-pairs require-await
          restrict-plus-operands return-await unbound-method unified-signatures
          use-unknown-in-catch-callback-variable`,
        ),
        'typescript/consistent-type-definitions': ['error', 'type'],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      },
    },
    {
      files: ['src/**/*.{ts,tsx}'],
      rules: {
        ...rules('react', 'rules-of-hooks unsupported-syntax'),
        'max-lines': ['error', { max: 200 }],
        'sort-imports': ['error', { ignoreCase: true, ignoreDeclarationSort: true }],
        'react/only-export-components': ['error', { allowConstantExport: true }],
      },
    },
    {
      files: ['src/**/*.{ts,tsx}'],
      excludeFiles: ['**/*.test.{ts,tsx}', 'src/testing/**'],
      rules: {
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
      rules: { 'max-lines': 'off', 'react/only-export-components': 'off' },
    },
    {
      files: ['**/*.test.{ts,tsx}'],
      excludeFiles: ['**/*.isolated.test.{ts,tsx}'],
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
  ],
};
