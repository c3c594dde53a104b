import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAllowed, licencesOf, readByHand } from '../../scripts/lib/licences.mjs';

interface Manifest {
  version: string;
  license?: string;
}

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version?: string; license?: string; dev?: boolean }>;
};

describe('licences', () => {
  it('are known and on the list, for every package of the lockfile', () => {
    const all = licencesOf(lockfile.packages);
    expect(all.length).toBeGreaterThan(1_000);
    expect(all.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
  });

  it('of a package that nobody has read are refused by its name', () => {
    const packages = {
      'node_modules/a': { version: '1.0.0', license: 'AGPL-3.0-only' },
      'node_modules/b/node_modules/@c/d': { version: '2.0.0' },
      'node_modules/e': { version: '3.0.0', license: '(MIT OR GPL-3.0-only)' },
    };
    const refused = licencesOf(packages).filter(({ licence }) => !isAllowed(licence));
    expect(refused.map(({ name }) => name)).toEqual(['a', '@c/d']);
  });

  it.each([
    ['MIT', true],
    ['(Apache-2.0 AND MIT)', true],
    ['(MPL-2.0 OR Apache-2.0)', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only OR MIT', true],
    ['(MIT OR X) AND (GPL-3.0-only)', false],
    ['SEE LICENSE IN LICENSE', false],
    ['UNLICENSED', false],
    ['BSD', false],
    ['', false],
  ])('%s: %s', (expression, allowed) => expect(isAllowed(expression)).toBe(allowed));

  it('that were read by hand are of packages that are there and say no SPDX name themselves', () => {
    const there = Object.entries(lockfile.packages).map(([where, { version }]) => [
      `${where.slice(where.lastIndexOf('node_modules/') + 13)}@${version}`,
      where,
    ]);
    for (const id of Object.keys(readByHand)) {
      const where = there.find(([each]) => each === id)?.[1];
      expect(where, id).toBeDefined();
      expect(isAllowed(lockfile.packages[where!]!.license ?? ''), id).toBe(false);
    }
  });

  it('are what the installed packages say, not only the lockfile', () => {
    const differing = Object.entries(lockfile.packages).filter(([where, { license }]) => {
      const file = `${where}/package.json`;
      if (!where || !license || !existsSync(file)) return false;
      const said = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
      return said.license !== license;
    });
    expect(differing).toEqual([]);
  });
});

it('makes a bill of materials of every package of the lockfile', () => {
  execFileSync(process.execPath, ['scripts/sbom.mjs']);
  const bill = JSON.parse(readFileSync('build/sbom.cdx.json', 'utf8')) as {
    bomFormat: string;
    metadata: { component: { name: string } };
    components: Array<{ 'bom-ref': string }>;
  };
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(bill.metadata.component.name).toBe('clinic-marketplace');
  const listed = new Set(bill.components.map((each) => each['bom-ref']));
  const wanted = licencesOf(lockfile.packages).map(({ name, version }) => `${name}@${version}`);
  expect(wanted.filter((each) => !listed.has(each))).toEqual([]);
  expect(readFileSync('build/licences.txt', 'utf8')).toContain('MIT\texpress@');
}, 60_000);
