import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { breachOf, placeOf } from '../scripts/walls/breach.mjs';
import {
  circlesBetweenNeighbours,
  cycleIn,
  edgesOf,
  filesOf,
  graphOf,
  importsOf,
  isomorphicFaults,
  moduleGraph,
  type Tree,
} from './kit/tree';

const layers = ['platform', 'engine', 'modules', 'workflows', 'app', 'admin', 'design'];
const tree: Tree = filesOf(layers);

const breachesOf = (files: Tree): string[] =>
  [...files].flatMap(([file, source]) =>
    importsOf(file, source).flatMap(({ specifier }) => {
      const reason = breachOf(file, specifier);
      return reason ? [`${file} imports ${specifier}: ${reason}`] : [];
    }),
  );

/** The tree with one more file, as if somebody had written it. */
const withFile = (file: string, source: string): Map<string, string> =>
  new Map([...tree, [file, source]]);

describe('the walls', () => {
  it('stand: no file imports what it may not', () => {
    expect(tree.size).toBeGreaterThan(50);
    expect(breachesOf(tree)).toEqual([]);
  });

  it.each([
    ['platform/clock-2.ts', "import { x } from '#modules/leads';"],
    ['platform/clock-2.ts', "import { x } from '../modules/leads/contract';"],
    ['modules/leads/commands/x.ts', "import { x } from '#modules/identity';"],
    ['modules/leads/commands/x.ts', "import { x } from '../../identity/tables.server';"],
    ['modules/leads/commands/x.ts', "export * from '#workflows';"],
    ['workflows/x.ts', "const x = await import('#app/http/errors');"],
    ['workflows/x.ts', "import { x } from '../modules/leads/tables.server';"],
    ['app/routes/x.tsx', "import { sql } from 'drizzle-orm';"],
    ['app/routes/x.tsx', "import pg from 'pg';"],
    ['modules/leads/commands/x.ts', "import type { x } from '#modules/identity';"],
    ['modules/leads/commands/x.ts', "import { x } from '#engine/operations';"],
    ['modules/leads/commands/x.ts', "import { x } from '../../../engine/audit/audit';"],
    ['workflows/x.ts', "import { x } from '#engine/testing';"],
    ['engine/audit/x.ts', "import { x } from '#modules/leads';"],
    ['platform/clock-2.ts', "import { x } from '#engine';"],
    ['admin/x.css', "@import '../app/styles/app.css';"],
    ['admin/x.tsx', "import { x } from '#platform/database/db';"],
  ])('would report %s with %s', (file, source) => {
    expect(breachesOf(new Map([[file, source]]))).toHaveLength(1);
  });

  it('leave what is allowed alone', () => {
    const source = `import { x } from '#contracts/identity';
      import { y } from '#platform/time/clock';
      import { z } from '../policy';`;
    expect(breachesOf(new Map([['modules/leads/commands/x.ts', source]]))).toEqual([]);
  });

  it('keep two doors per module in the resolver', () => {
    const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      imports: Record<string, string>;
    };
    expect(imports['#modules/*']).toBe('./modules/*/index.server.ts');
    expect(imports['#contracts/*']).toBe('./modules/*/contract.ts');
    expect(Object.values(imports).filter((target) => target.startsWith('./modules'))).toHaveLength(
      2,
    );
  });
});

describe('the imports', () => {
  const runtimeCircle = (files: Tree) =>
    cycleIn(graphOf(edgesOf(files).filter(({ isType }) => !isType)));

  it('run in no circle', () => {
    expect(runtimeCircle(tree)).toBeNull();
    const looped = withFile('platform/clock-2.ts', "export * from './clock-3';").set(
      'platform/clock-3.ts',
      "const x = await import('#platform/clock-2');",
    );
    expect(runtimeCircle(looped)).toEqual([
      'platform/clock-2.ts',
      'platform/clock-3.ts',
      'platform/clock-2.ts',
    ]);
  });

  it('lead round nowhere between folders and files that stand side by side, types included', () => {
    expect(circlesBetweenNeighbours(edgesOf(tree))).toEqual([]);
    const looped = withFile(
      'engine/queue/x.ts',
      "import type { Registry } from '../machine/registry';",
    );
    expect(circlesBetweenNeighbours(edgesOf(looped))).toHaveLength(1);
  });
});

describe('the modules', () => {
  it('know each other by contracts without a cycle', () => {
    expect(cycleIn(moduleGraph(tree))).toBeNull();
  });

  it('would be reported when they formed one', () => {
    const looped = new Map(tree);
    looped.set('modules/a/contract.ts', "import { b } from '#contracts/b';");
    looped.set('modules/b/contract.ts', "import { a } from '#contracts/a';");
    expect(cycleIn(moduleGraph(looped))).toEqual(['a', 'b', 'a']);
  });

  it('have contracts that a browser can load', () => {
    expect(isomorphicFaults(tree)).toEqual([]);
    const broken = withFile('modules/zz/contract.ts', "import { x } from './zz.server';");
    expect(isomorphicFaults(broken)).toEqual(['modules/zz/contract.ts reaches ./zz.server']);
  });

  it('name every table in a schema of their own', () => {
    for (const [file, source] of tree) {
      const name = /^modules\/([^/]+)\/tables\.server\.ts$/.exec(file)?.[1];
      const schemas = [...source.matchAll(/pgSchema\('([^']+)'\)/g)].map((match) => match[1]);
      if (name) expect(schemas, file).toEqual([name.replace(/-/g, '_')]);
      else if (placeOf(file).layer === 'modules') expect(schemas, file).toEqual([]);
    }
  });
});

describe('the files', () => {
  const isSource = (file: string) =>
    /\.tsx?$/.test(file) &&
    !/\.test\.tsx?$|\.machine\.ts$|tables(\/[^/]+)?\.server\.ts$/.test(file);
  const sizes = [...tree]
    .filter(([file]) => isSource(file))
    .map(([, source]) => source.split('\n').length - 1)
    .sort((a, b) => a - b);
  // What is read together stands in one file: files may be long, but not so long that nobody reads them to the end.
  it('have at most 500 lines', () => {
    expect(sizes.at(-1)).toBeLessThanOrEqual(500);
  });

  it('are named in kebab-case and for what they do', () => {
    const names = [...tree.keys()].filter((file) => !file.startsWith('app/routes/'));
    const odd = names.filter(
      (file) =>
        !/^[a-z0-9-]+(\.[a-z0-9-]+)*\.(tsx?|css|d\.ts)$/.test(path.basename(file)) ||
        /(^|\/)(service|utils|helpers|misc|types\.server)\.tsx?$/.test(file),
    );
    expect(odd).toEqual([]);
  });

  it('of migrations are listed in the journal', () => {
    const journal = JSON.parse(readFileSync('migrations/meta/_journal.json', 'utf8')) as {
      entries: Array<{ tag: string }>;
    };
    const files = readdirSync('migrations').filter((file) => file.endsWith('.sql'));
    const listed = journal.entries.map(({ tag }) => `${tag}.sql`);
    expect([...listed, 'baseline.sql'].sort()).toEqual(files.sort());
  });
});
