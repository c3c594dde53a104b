import { readdirSync, readFileSync, existsSync } from 'node:fs';
import path from 'node:path';

/** Source files by their path from the root, with their text. */
export type Tree = ReadonlyMap<string, string>;

export function filesOf(folders: readonly string[]): Tree {
  const tree = new Map<string, string>();
  for (const folder of folders.filter((name) => existsSync(name))) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = path.posix.join(entry.parentPath.split(path.sep).join('/'), entry.name);
      if (entry.isFile() && /\.(tsx?|css)$/.test(file)) tree.set(file, readFileSync(file, 'utf8'));
    }
  }
  return tree;
}

const importPattern =
  /(?:^|[\s;}])(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every module that a source names: imports, re-exports, dynamic imports. */
export function importsOf(source: string): string[] {
  const code = source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(importPattern)].map((match) => (match[1] ?? match[2])!);
}

/** Module → the modules whose contracts it names. */
export function moduleGraph(tree: Tree): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [file, source] of tree) {
    const name = /^modules\/([^/]+)\//.exec(file)?.[1];
    if (!name || file.endsWith('.test.ts')) continue;
    const known = graph.get(name) ?? new Set<string>();
    graph.set(name, known);
    for (const specifier of importsOf(source)) {
      const other = /^#contracts\/(.+)$/.exec(specifier)?.[1];
      if (other && other !== name) known.add(other);
    }
  }
  return graph;
}

/** One cycle of the graph as a path that ends where it began; null without one. */
export function cycleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const finished = new Set<string>();
  const walk = (node: string, trail: string[]): string[] | null => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (finished.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const found = walk(next, [...trail, node]);
      if (found) return found;
    }
    finished.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const found = walk(node, []);
    if (found) return found;
  }
  return null;
}

const serverOnly = /\.server$|^node:|^(pg|pg-boss|drizzle-orm|postgres|pino|sharp|express)(\/|$)/;

/** What the contracts reach, over any number of steps, that only a server has. */
export function isomorphicFaults(tree: Tree): string[] {
  const faults: string[] = [];
  for (const contract of [...tree.keys()].filter((file) =>
    /^modules\/[^/]+\/contract\.ts$/.test(file),
  )) {
    const seen = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const specifier of importsOf(withoutTypes(tree.get(file) ?? ''))) {
        if (serverOnly.test(specifier)) faults.push(`${file} reaches ${specifier}`);
        else {
          const next = locate(tree, file, specifier);
          if (next) visit(next);
        }
      }
    };
    visit(contract);
  }
  return [...new Set(faults)];
}

/** Types are gone before anything runs. */
const withoutTypes = (source: string): string =>
  source.replace(/^\s*(import|export) type [^;]*;/gm, '');

function locate(tree: Tree, from: string, specifier: string): string | undefined {
  const base = specifier.startsWith('.')
    ? path.posix.join(path.posix.dirname(from), specifier)
    : specifier.startsWith('#platform/')
      ? `platform/${specifier.slice('#platform/'.length)}`
      : specifier.startsWith('#contracts/')
        ? `modules/${specifier.slice('#contracts/'.length)}/contract`
        : undefined;
  if (base === undefined) return undefined;
  return [`${base}.ts`, `${base}.tsx`, `${base}/index.ts`, base].find((file) => tree.has(file));
}
