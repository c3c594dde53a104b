import fs from 'node:fs';
import path from 'node:path';
import { pageWeights, type PageKind } from '../../quality/bench/pages/weights';
import { expect, test } from './kit/test';

const client = path.resolve('build/client');

/** Kilobytes of JavaScript of a first visit, gzip: a little more than the heaviest page of each kind has. */
const budgets: Record<PageKind, number> = {
  public: 1,
  'public, signed in': 124.8,
  'public, signed in, with a form': 127.1,
  'sign-in': 166.7,
  'wizard and application': 159.2,
  'signed in': 153.9,
};

/** Scripts of a first visit: each is asked for by itself. */
const most: Record<PageKind, number> = {
  public: 1,
  'public, signed in': 20,
  'public, signed in, with a form': 28,
  'sign-in': 49,
  'wizard and application': 35,
  'signed in': 46,
};

const chunks = fs
  .readdirSync(path.join(client, 'assets'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, code: fs.readFileSync(path.join(client, 'assets', name), 'utf8') }));
const holding = (text: string): string[] =>
  chunks.filter(({ code }) => code.includes(text)).map(({ name }) => name);

const inPackage = (file: string): string =>
  fs.readFileSync(path.resolve('node_modules', file), 'utf8');

/** Long texts of a file of metadata, as they stand in a script too. */
const patternsOf = (file: string): string[] =>
  (inPackage(`libphonenumber-js/${file}`).match(/"[^"]{60,}"/g) ?? []).map((text) =>
    text.slice(1, -1),
  );

test('no page loads more JavaScript than its kind may, nor in more files', () => {
  const pages = pageWeights(client);
  expect(new Set(pages.map(({ kind }) => kind))).toEqual(new Set(Object.keys(budgets)));
  const heavy = pages.filter(({ kind, gzipBytes }) => gzipBytes > budgets[kind] * 1_000);
  expect(heavy.map(({ page, gzipBytes }) => `${page}: ${gzipBytes}`)).toEqual([]);
  const many = pages.filter(({ kind, scripts }) => scripts.length > most[kind]);
  expect(many.map(({ page, scripts }) => `${page}: ${scripts.length}`)).toEqual([]);
});

test('a visitor’s pages load the script of visitors and no other', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/404 .*no-such-page/);
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(new URL(request.url()).pathname);
  });
  for (const path of [
    '/',
    '/tr',
    '/contact',
    '/find-clinics',
    '/success-stories',
    '/no-such-page',
  ]) {
    loaded.length = 0;
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect(loaded, path).toEqual([expect.stringMatching(/^\/assets\/visitor-[\w-]+\.js$/)]);
  }
});

test('no schema and no rules about kinds of numbers reach a browser', () => {
  // What every schema of zod carries.
  expect(inPackage('zod/v4/core/core.js')).toContain('._zod');
  expect(holding('._zod')).toEqual([]);

  const fewest = patternsOf('metadata.min.json');
  const more = patternsOf('metadata.max.json').filter((pattern) => !fewest.includes(pattern));
  expect(more.length).toBeGreaterThan(100);
  expect(more.flatMap(holding)).toEqual([]);
});

test('what reads phone numbers waits for somebody at the field', () => {
  const readers = holding(patternsOf('metadata.min.json')[0]!);
  expect(readers).toHaveLength(1);
  const first = pageWeights(client).flatMap(({ scripts }) => scripts);
  expect(first.filter((script) => readers.includes(path.basename(script)))).toEqual([]);
});
