import parser from '@typescript-eslint/parser';
import { defineConfig, globalIgnores } from 'eslint/config';
import { downwardImports, messageErrors, noCircles } from './scripts/lint/house.mjs';

const NO_DEFAULT_EXPORT = {
  restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true, namespaceFrom: true },
};

/**
 * The rules of the house, and what oxlint does not check. They look at the syntax alone: rules that need types are oxlint's, which
 * reads them in a tenth of the time (.oxlintrc.json, docs/decisions/0057).
 */
export default defineConfig(
  // What these programs import is generated when they are run; the compiler of their tools reads them.
  globalIgnores([
    'dist/',
    'data/',
    '.cache/',
    'test/interfaces/api/generators/programs/',
    'src/interfaces/web/client/static/',
  ]),
  {
    files: ['**/*.{ts,tsx,mjs,cjs,js}'],
    // No rule is switched off in a file, neither for this linter nor for oxlint.
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    rules: { 'no-warning-comments': ['error', { terms: ['oxlint-disable', 'oxlint-enable'], location: 'anywhere' }] },
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser },
    rules: { 'no-restricted-exports': ['error', NO_DEFAULT_EXPORT] },
  },
  {
    files: ['src/**/*.{ts,mts,cts,tsx,js,mjs,cjs}'],
    plugins: {
      house: {
        rules: { 'downward-imports': downwardImports, 'message-errors': messageErrors, 'no-circles': noCircles },
      },
    },
    rules: {
      'house/downward-imports': 'error',
      'house/message-errors': 'error',
      'house/no-circles': 'error',
      'no-console': 'error',
    },
  },
  {
    // The client for other programs imports nothing of the box, and its signals live as long as one call.
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/sdk/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'AbortSignal', property: 'any', message: 'Use withAnySignal: Node 20 never frees what this adds.' },
      ],
    },
  },
  {
    // A require of one's own could not be followed. These two only find files that a package brings along.
    files: ['src/**/*.ts'],
    ignores: ['src/paper/documents/fonts.ts', 'src/platform/ledger/views/sql.ts'],
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
    },
  },
);
