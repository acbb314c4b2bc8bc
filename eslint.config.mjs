// What eslint checks: likely faults in the page's scripts and in the scripts that test and measure it. Taste is not checked.
import js from '@eslint/js';
import globals from 'globals';

const rules = {
  ...js.configs.recommended.rules,
  'array-callback-return': 'error',
  'consistent-return': 'error',
  'default-case-last': 'error',
  eqeqeq: 'error',
  'no-constructor-return': 'error',
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-lonely-if': 'error',
  'no-new-func': 'error',
  'no-self-compare': 'error',
  'no-sequences': 'error',
  'no-template-curly-in-string': 'error',
  'no-throw-literal': 'error',
  'no-unmodified-loop-condition': 'error',
  'no-unreachable-loop': 'error',
  'no-unused-expressions': 'error',
  // Destructuring takes out fields by name to leave them out of the rest.
  'no-unused-vars': ['error', {ignoreRestSiblings: true}],
  'no-useless-rename': 'error',
  'no-useless-return': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  'prefer-promise-reject-errors': 'error',
};

export default [
  {ignores: ['build/', 'dist/', '.deps/', '.cache/']},
  {linterOptions: {reportUnusedDisableDirectives: 'error'}, rules},
  {files: ['web/*.js', 'web/help/*.js'], languageOptions: {sourceType: 'module', globals: globals.browser}},
  // The decode worker is made of classic scripts, which share one scope. Its open() has nothing to do with a window's.
  {files: ['web/worker.js', 'web/sql_worker.js', 'web/first_reads.js', 'web/read_ahead.js', 'web/served.js',
    'web/core_memory.js'],
    languageOptions: {sourceType: 'script', globals: globals.worker}, rules: {'no-redeclare': ['error', {builtinGlobals: false}]}},
  {files: ['web/offline.js'], languageOptions: {sourceType: 'script', globals: globals.serviceworker}},
  // The drivers of the browsers hand functions to the page, so they use the globals of both.
  {files: ['**/*.mjs'], languageOptions: {globals: {...globals.node, ...globals.browser}}},
  // Emscripten pastes it into the script that it makes.
  {files: ['tests/support/node_env.js'],
    languageOptions: {sourceType: 'script', globals: {...globals.node, Module: 'writable', ENV: 'writable'}}},
];
