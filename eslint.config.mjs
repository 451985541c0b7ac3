import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { downwardImports, noCircles } from './scripts/lint/house.mjs';

const NO_DEFAULT_EXPORT = {
  restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true, namespaceFrom: true },
};

export default defineConfig(
  // What these programs import is generated when they are run; the compiler of their tools reads them.
  globalIgnores(['dist/', 'data/', '.cache/', 'test/api/generators/programs/']),
  {
    // No rule is switched off in a file.
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'no-restricted-exports': ['error', NO_DEFAULT_EXPORT],

      // Where the strict set fights plain code rather than mistakes.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A port is asynchronous for its slowest kind; the others answer at once.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,mts,cts,tsx,js,mjs,cjs}'],
    plugins: { house: { rules: { 'downward-imports': downwardImports, 'no-circles': noCircles } } },
    rules: {
      'house/downward-imports': 'error',
      'house/no-circles': 'error',
      'no-console': 'error',
    },
  },
  {
    // A require of one's own could not be followed. These two only find files that a package brings along.
    files: ['src/**/*.ts'],
    ignores: ['src/documents/fonts.ts', 'src/ledger/views/sql.ts'],
    rules: { 'no-restricted-imports': ['error', 'node:module', 'module'] },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // A forgotten `only` would silence every other test of the file.
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name="only"]',
          message: 'Run one test by hand, but commit them all.',
        },
      ],
      // A test knows what it has just made, and fails loudly where it is wrong.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.mjs'],
    rules: { 'no-unused-vars': 'error', 'no-unreachable': 'error', 'no-dupe-keys': 'error' },
  },
);
