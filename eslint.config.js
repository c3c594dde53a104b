import a11y from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { walls } from './scripts/walls/eslint-rule.mjs';

const processEnv = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Settings are parsed once, in platform/config/env.ts.',
};
const random = {
  selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
  message: 'Use node:crypto: what is random here is meant to be unguessable.',
};
const mock = {
  selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^(mock|doMock)$/]",
  message: 'Fakes stand at the network edge only (tests/kit/ports.ts).',
};
const normalize = {
  selector: "CallExpression[callee.property.name='normalize'][callee.object.name!='path']",
  message: 'Unicode normalisation is bounded in one place: `normalized` of #platform/text/text.',
};
const hydrates = {
  selector: "Property[key.name='hydrate'], AssignmentExpression[left.property.name='hydrate']",
  message: 'Remix answers with nothing what is loaded while a client loader hydrates.',
};
// Headers under any spelling, and Express' own ways to the same header.
const redirects = [
  'CallExpression[callee.property.name=/^(redirect|location)$/]',
  'CallExpression[callee.property.name=/^(set|append|setHeader|appendHeader)$/][arguments.0.value=/^location$/i]',
  "Property[key.name='Location']",
  'Property[key.value=/^location$/i]',
].map((selector) => ({
  selector,
  message: 'An answer leads only to paths of ours: `redirect` of #app/http/redirect.',
}));
const clock = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Rules go by the clock of the database: sqlNow of #platform/time/clock.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Rules go by the clock of the database: sqlNow of #platform/time/clock.',
  },
];
const tests = ['**/*.test.{ts,tsx}', 'tests/**'];
const tools = [
  'scripts/**',
  'ops/**',
  'quality/bench/**',
  'quality/trials/**',
  '*.config.{ts,js}',
  'migrations/*.ts',
];

export default tseslint.config(
  {
    ignores: [
      'build/',
      'docs/examples/',
      'node_modules/',
      '.data/',
      '.cache/',
      'public/',
      'test-results/',
      '**/*.d.ts',
    ],
  },
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    extends: [tseslint.configs.recommended],
    plugins: { own: { rules: { walls } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'own/walls': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-control-regex': 'error',
      'max-lines': ['error', 500],
      'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
      'no-duplicate-imports': 'error',
      'no-restricted-syntax': [
        'error',
        processEnv,
        random,
        mock,
        normalize,
        hydrates,
        ...redirects,
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false, properties: false } },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['{modules,workflows}/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-syntax': [
        'error',
        processEnv,
        random,
        mock,
        normalize,
        ...redirects,
        ...clock,
      ],
    },
  },
  {
    files: ['{admin,app}/**/*.tsx'],
    extends: [a11y.flatConfigs.recommended],
    plugins: { 'react-hooks': hooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // A dialog of the kit takes the focus to its first field; elements of our own never do.
      'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
    },
  },
  {
    files: ['app/**/*.{ts,tsx}'],
    ignores: ['app/components/link.tsx', 'app/http/redirect.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@remix-run/react',
              importNames: ['Link', 'NavLink'],
              message: 'Links stay in the language of the page: those of #app/components/link.',
            },
            ...['@remix-run/node', '@remix-run/react', '@remix-run/router'].map((name) => ({
              name,
              importNames: ['redirect', 'redirectDocument', 'replace'],
              message: 'An answer leads only to paths of ours: `redirect` of #app/http/redirect.',
            })),
          ],
        },
      ],
    },
  },
  {
    files: ['app/**/*.{ts,tsx}'],
    ignores: [...tests, 'app/i18n/formats.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'Intl',
          message: 'Written as the reader does: useFormats of #app/i18n/formats.',
        },
      ],
    },
  },
  // What a call does has a name elsewhere: a handler says who asks, calls one command, and maps.
  {
    files: ['app/api/**/*.ts', 'app/admin-api/resources/**/*.ts'],
    rules: {
      'max-lines-per-function': ['error', { max: 20, skipComments: true, skipBlankLines: true }],
    },
  },
  // A machine and a table definition are one expression each; a test tells one story.
  {
    files: [
      ...tests,
      '**/*.machine.ts',
      '**/tables.server.ts',
      '**/tables/*.server.ts',
      'quality/bench/**',
      'quality/trials/**',
      'scripts/**',
    ],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['platform/config/env.ts', ...tools],
    rules: { 'no-restricted-syntax': ['error', random] },
  },
  { files: tests, rules: { 'no-restricted-syntax': ['error', mock], 'max-lines': 'off' } },
  { files: [...tools, 'tests/**'], rules: { 'no-console': 'off' } },
);
