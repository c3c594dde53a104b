import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readColours } from './tokens';

const source = readFileSync('design/tokens.css', 'utf8');

it('reads the colours of the site by role', () => {
  expect(readColours('--color-ink: #14211c;\n  --color-white: #ffffff; --text-xs: 1rem;')).toEqual({
    ink: '#14211c',
    white: '#ffffff',
  });
});

it('finds every role that the console asks for', () => {
  const roles = globSync('admin/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/colour\('([a-z-]+)'\)/g)])
    .map(([, role]) => role!);
  expect(roles).toContain('brand');
  expect(Object.keys(readColours(source))).toEqual(expect.arrayContaining(roles));
});
