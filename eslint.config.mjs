import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', '.data/', 'coverage/', 'node_modules/'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
      ],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      'max-lines': ['error', { max: 300, skipBlankLines: true }],
      'max-params': 'off',
      // Node and Nest accept objects of the right shape where their types name a class.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // `||` is allowed for strings: an empty header, cookie or claim is treated as absent.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/max-params': ['error', { max: 3 }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: [
      '**/*.module.ts',
      '**/*.service.ts',
      '**/*.controller.ts',
      '**/*.guard.ts',
      '**/*.router.ts',
      '**/*.strategy.ts',
      '**/*.handler.ts',
      '**/*.factory.ts',
    ],
    // Nest injects each dependency as a constructor parameter.
    rules: { '@typescript-eslint/max-params': ['error', { max: 6 }] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/platform/trpc/procedure.decorator.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'AbortSignal',
          property: 'any',
          message: 'Node keeps such a signal for as long as anything listens to it: use LinkedAbort.',
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'nestjs-trpc',
              importNames: ['Router', 'Query', 'Mutation', 'Subscription'],
              message: 'Use ContractRouter and Procedure, which declare access.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/platform/database/**', 'src/modules/*/migrations/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.type='MemberExpression'][callee.property.name='query']",
          message:
            'Declare a statement in a *.sql.ts file and run it with Database (src/platform/database/database.ts).',
        },
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
  {
    files: ['examples/**/*.{js,mjs}', 'test/clients/installed/*'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'AbortSignal',
          'FormData',
          'URLSearchParams',
          'btoa',
          'document',
          'fetch',
          'location',
          'setTimeout',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
