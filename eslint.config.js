import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'build',
      'dist',
      'node_modules',
      '.data',
      'sandbox/seed/facts',
      'public',
      '**/*.mjs',
      '**/*.cjs',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Interfaces in this code are objects of functions without `this`, which callers destructure.
      '@typescript-eslint/unbound-method': 'off',
      // Declaration merging needs an empty interface that extends one type.
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
      // Remix accepts a thrown Response as a response. Test and route handlers are often async only for their type.
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(SpreadElement, JSXSpreadAttribute) > :matches(ObjectExpression, ArrayExpression).argument',
          message: 'Write the fields or items out: spreading a literal says nothing.',
        },
      ],
    },
  },
  {
    files: ['app/**', 'server/**', 'tools/**'],
    ignores: ['**/*.test.*'],
    rules: {
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
    },
  },
  {
    // `faultOf` gets the results of five steps.
    files: ['app/ordering/quick-order/resolve.server.ts'],
    rules: { 'max-params': ['error', 5] },
  },
  {
    // The scripts of the cart page have a limit of bytes (P-79), and the steps of this function share all its variables.
    files: ['app/storefront/search/typing/autocomplete-island.ts'],
    rules: {
      'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['app/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error' },
  },
  {
    // Regular expressions that match untrusted text must be linear (P-92). tests/architecture/linear.test.ts measures
    // them.
    files: ['app/**', 'server/**', 'sandbox/**', 'tools/**', 'load/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    files: ['**/*.js'],
    ...tseslint.configs.disableTypeChecked,
  },
  {
    files: ['tools/**', 'load/**', 'sandbox/index.ts', 'sandbox/erp-stand-in.ts'],
    rules: { 'no-console': 'off' },
  },
);
