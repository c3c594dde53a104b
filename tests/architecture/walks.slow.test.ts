import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { loadSources, reach, type Sources } from '../../scripts/walk/reach';
import { walks } from '../../scripts/walk/walks';

/** What each walk reached when it was last recorded: by `WALKS=write npx vitest run walks`, which only ever lowers it. */
const file = path.join(import.meta.dirname, 'walks.json');
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<
  string,
  { readonly files: number; readonly lines: number }
>;

describe('a walk', () => {
  const sources = loadSources(path.join(import.meta.dirname, '../..'));

  it.each(Object.keys(walks))(
    '%s takes no more files and lines than it did',
    (name) => {
      const { files, lines } = reach(sources, walks[name]!);
      const before = recorded[name] ?? { files, lines };
      if (process.env.WALKS === 'write') {
        recorded[name] = {
          files: Math.min(files, before.files),
          lines: Math.min(lines, before.lines),
        };
        writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
      }
      expect(recorded[name], `record the walk ${name}`).toBeDefined();
      expect(files).toBeLessThanOrEqual(before.files);
      // A line or two of a reason is not a longer walk.
      expect(lines).toBeLessThanOrEqual(before.lines * 1.02);
      // What was won is recorded, else it is lost again unseen.
      expect(files).toBeGreaterThan(before.files * 0.9);
      // The first one reads the types of the whole product.
    },
    60_000,
  );
});

describe('what a walk reaches', () => {
  /** A product of three files in memory. */
  function small(texts: Readonly<Record<string, string>>): Sources {
    const root = '/small';
    const sources = new Map(Object.entries(texts).map(([name, text]) => [`${root}/${name}`, text]));
    const options = {
      noLib: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    };
    const host = ts.createCompilerHost(options);
    const read = host.getSourceFile.bind(host);
    host.getSourceFile = (name, target) =>
      sources.has(name)
        ? ts.createSourceFile(name, sources.get(name)!, target, true)
        : read(name, target);
    host.directoryExists = () => true;
    host.fileExists = (name) => sources.has(name) || ts.sys.fileExists(name);
    host.readFile = (name) => sources.get(name) ?? ts.sys.readFile(name);
    return { program: ts.createProgram([...sources.keys()], options, host), root };
  }

  const product = small({
    'app/page.ts': `import { send } from '../modules/a/index';
      import type { Unread } from '../modules/a/types';
      export const action = (x: Unread) => send(x);
      export const other = () => 'not named by the action';`,
    'modules/a/index.ts': `export { send } from './send';`,
    'modules/a/types.ts': `export type Unread = { a: 1 };`,
    'modules/a/send.ts': `import { now } from '../../platform/time/clock';
      export function send(x: unknown) {
        return [now(), x];
      }
      export const unreached = 1;`,
    'platform/time/clock.ts': `import { deep } from './deep';
      export const now = () => deep;`,
    'platform/deep.ts': `export const deep = 1;`,
    'workflows/reactions.ts': `import { send } from '../modules/a/index';
      declare const events: Record<string, string>;
      declare const page: (...of: unknown[]) => unknown;
      const words = 1;
      export const pages = [page(events['a.sent'], { run: () => send(1), notify: { words } }), page(events['a.lost'], {})];`,
  });

  it('is what is named as a value, once, and the kernel by its folder', () => {
    const { files, lines, entries, linesOf } = reach(product, { at: ['app/page.ts#action'] });
    expect([...linesOf.keys()]).toEqual(['app/page.ts', 'modules/a/send.ts']);
    expect(entries).toEqual(['platform/time']);
    expect({ files, lines }).toEqual({ files: 3, lines: 4 });
  });

  it('begins at what follows from an event', () => {
    const { linesOf } = reach(product, { at: [], events: ['a.sent'] });
    expect([...linesOf.keys()]).toEqual(['workflows/reactions.ts', 'modules/a/send.ts']);
    const { linesOf: notified } = reach(product, { at: [], notified: ['a.sent'] });
    expect([...notified.keys()]).toEqual(['workflows/reactions.ts']);
  });

  it('fails where a start is gone', () => {
    expect(() => reach(product, { at: ['app/page.ts#gone'] })).toThrow('is not there');
    expect(() => reach(product, { at: [], events: ['a.gone'] })).toThrow('nothing follows');
  });
});
