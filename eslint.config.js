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
      // Interfaces here are bags of functions without `this`, made to be taken apart.
      '@typescript-eslint/unbound-method': 'off',
      // Declaration merging needs an interface that only extends.
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
      // Remix answers by throwing a Response; test and route handlers are often async for their type alone.
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
    files: ['app/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error' },
  },
  {
    // Expressions that see a text from outside must be linear (P-92); tests/architecture/linear.test.ts runs them.
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
