import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Lockfile {
  packages: Record<string, { version?: string; link?: boolean; resolved?: string; dev?: boolean }>;
}

const text = readFileSync('package-lock.json', 'utf8');
const { packages } = JSON.parse(text) as Lockfile;

/** Every installed copy of a package, nested ones too. */
const copiesOf = (pattern: RegExp): Array<[string, string]> =>
  Object.entries(packages).flatMap(([where, { version }]) => {
    const name = where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return version && pattern.test(name) ? [[where, version] as [string, string]] : [];
  });

const isAtLeast = (version: string, least: string): boolean => {
  const [a, b] = [version, least].map((one) => one.split(/[.-]/).slice(0, 3).map(Number));
  const at = [0, 1, 2].find((index) => a![index] !== b![index]);
  return at === undefined || a![at]! > b![at]!;
};

/** Below these lie published weaknesses (docs/security.md, requirement 84). */
const minimums: Array<[name: string, pattern: RegExp, least: string]> = [
  ['@remix-run/*', /^@remix-run\/(react|node|serve|express|dev|server-runtime)$/, '2.17.5'],
  ['@remix-run/router', /^@remix-run\/router$/, '1.23.4'],
  ['drizzle-orm', /^drizzle-orm$/, '0.45.2'],
  ['sharp', /^sharp$/, '0.35.0'],
  ['react-router(-dom)', /^react-router(-dom)?$/, '6.30.6'],
  ['pdfjs-dist', /^pdfjs-dist$/, '4.2.67'],
  ['nodemailer', /^nodemailer$/, '10.0.5'],
  ['file-type', /^file-type$/, '22.3.0'],
  ['react-admin', /^(react-admin|ra-core|ra-ui-materialui)$/, '5.15.4'],
];

/** Published weaknesses without a mended version, or with a maintained one beside them. */
const unwanted = /^(adm-zip|multer|morgan|remix-serve|pdf-lib|jszip|serialize-to-js)$/;

describe('the dependencies', () => {
  it.each(minimums)('have %s at a version without known holes', (_name, pattern, least) => {
    const copies = copiesOf(pattern);
    expect(copies.length).toBeGreaterThan(0);
    expect(copies.filter(([, version]) => !isAtLeast(version, least))).toEqual([]);
  });

  it('hold none that others replace', () => {
    expect(copiesOf(unwanted).filter(([where]) => !packages[where]!.dev)).toEqual([]);
  });

  it('show no address of a record by the fields of react-admin that take javascript: (CVE-2026-113350)', () => {
    const mended = copiesOf(/^ra-ui-materialui$/).every(([, version]) =>
      isAtLeast(version, '5.15.5'),
    );
    const used = globSync('{admin,app}/**/*.{ts,tsx}').filter((file) =>
      /\b(UrlField|FileField)\b/.test(readFileSync(file, 'utf8').replace(/\bSafeUrlField\b/g, '')),
    );
    expect(mended ? [] : used).toEqual([]);
  });

  it('would be reported below it', () => {
    expect(isAtLeast('2.17.4', '2.17.5')).toBe(false);
    expect(isAtLeast('2.18.0', '2.17.5')).toBe(true);
    expect(isAtLeast('10.0.0', '9.9.9')).toBe(true);
  });

  it('come from whichever registry npm is set to: the lockfile names none', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
    expect(text).not.toMatch(/"https?:\/\/[^"]*\.tgz/);
  });

  it('have no hole in the lockfile, which npm ci would refuse', () => {
    const holes = Object.entries(packages).filter(
      ([where, { version, link }]) => where && !version && !link,
    );
    expect(holes).toEqual([]);
  });

  it('are exact where a newer version is known not to work', () => {
    expect(copiesOf(/^pg-boss$/)).toEqual([['node_modules/pg-boss', '12.35.0']]);
    expect(new Set(copiesOf(/^rollup$/).map(([, version]) => version))).toEqual(
      new Set(['4.64.10']),
    );
  });
});
