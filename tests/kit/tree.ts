import { readdirSync, readFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

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

/** One import of a file, as it stands in the source. */
export interface Import {
  readonly specifier: string;
  /** Gone before anything runs. */
  readonly isType: boolean;
}

/** By the text, and what it is parsed as: every wall asks anew about the same files. */
const known = new Map<string, readonly Import[]>();

/** Every module that a file names: imports, re-exports, dynamic imports, types by name, `@import` of styles. */
export function importsOf(file: string, source: string): readonly Import[] {
  const key = `${path.extname(file)} ${source}`;
  const found = known.get(key) ?? readImports(file, source);
  known.set(key, found);
  return found;
}

function readImports(file: string, source: string): Import[] {
  if (file.endsWith('.css'))
    return [...source.matchAll(/@import\s+['"]([^'"]+)['"]/g)].map(([, specifier]) => ({
      specifier: specifier!,
      isType: false,
    }));
  const found: Import[] = [];
  const note = (node: ts.Node | undefined, isType: boolean) => {
    if (node && ts.isStringLiteralLike(node)) found.push({ specifier: node.text, isType });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) note(node.moduleSpecifier, isTypeImport(node.importClause));
    else if (ts.isExportDeclaration(node)) note(node.moduleSpecifier, isTypeExport(node));
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      note(node.arguments[0], false);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      note(node.argument.literal, true);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kindOf(file)));
  return found;
}

const kindOf = (file: string) => (file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (!clause || clause.isTypeOnly) return clause !== undefined;
  const named = clause.namedBindings;
  if (clause.name || !named || !ts.isNamedImports(named)) return false;
  return named.elements.length > 0 && named.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function isTypeExport({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
  if (isTypeOnly || !exportClause || !ts.isNamedExports(exportClause)) return isTypeOnly;
  return exportClause.elements.every((element) => element.isTypeOnly);
}

/** An import from one file of the tree to another. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

/** The imports of all files but tests, by the files they lead to. */
export const edgesOf = (tree: Tree): Edge[] =>
  [...tree].flatMap(([from, source]) => {
    if (/\.test\.tsx?$/.test(from)) return [];
    return importsOf(from, source).flatMap(({ specifier, isType }) => {
      const to = locate(tree, from, specifier);
      return to && to !== from ? [{ from, to, isType }] : [];
    });
  });

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function graphOf(edges: ReadonlyArray<Pick<Edge, 'from' | 'to'>>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

/**
 * Circles of imports, types included, among what stands side by side in any folder: its files and the folders in it,
 * `x.ts` and `x/` as one. Each as `folder: a > b > a`.
 */
export function circlesBetweenNeighbours(edges: readonly Edge[]): string[] {
  const folders = new Set(edges.flatMap(({ from, to }) => [...above(from), ...above(to)]));
  return [...folders].sort().flatMap((folder) => {
    const inside = edges.flatMap(({ from, to }) => {
      const [a, b] = [neighbourIn(folder, from), neighbourIn(folder, to)];
      return a && b && a !== b ? [{ from: a, to: b }] : [];
    });
    const circle = cycleIn(graphOf(inside));
    return circle ? [`${folder}: ${circle.join(' > ')}`] : [];
  });
}

const above = (file: string): string[] =>
  file.split('/').flatMap((_, n, parts) => (n === 0 ? [] : [parts.slice(0, n).join('/')]));

const neighbourIn = (folder: string, file: string): string | null =>
  file.startsWith(`${folder}/`)
    ? file
        .slice(folder.length + 1)
        .split('/')[0]!
        .replace(/(\.server)?\.(tsx?|css)$/, '')
    : null;

/** Module → the modules whose contracts it names. */
export function moduleGraph(tree: Tree): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [file, source] of tree) {
    const name = /^modules\/([^/]+)\//.exec(file)?.[1];
    if (!name || file.endsWith('.test.ts')) continue;
    const known = graph.get(name) ?? new Set<string>();
    graph.set(name, known);
    for (const { specifier } of importsOf(file, source)) {
      const other = /^#contracts\/(.+)$/.exec(specifier)?.[1];
      if (other && other !== name) known.add(other);
    }
  }
  return graph;
}

/** One cycle of the graph as a path that ends where it began; null without one. */
export function cycleIn(graph: Graph): string[] | null {
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
      for (const { specifier, isType } of importsOf(file, tree.get(file) ?? '')) {
        if (isType) continue;
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

const aliases: ReadonlyArray<readonly [RegExp, string]> = [
  [/^#platform\/(.+)$/, 'platform/$1'],
  [/^#engine$/, 'engine/index.server'],
  [/^#engine\/(.+)$/, 'engine/$1'],
  [/^#modules\/(.+)$/, 'modules/$1/index.server'],
  [/^#contracts\/(.+)$/, 'modules/$1/contract'],
  [/^#workflows$/, 'workflows/index.server'],
  [/^#app\/(.+)$/, 'app/$1'],
];

/** The file of the tree that a specifier leads to. */
function locate(tree: Tree, from: string, specifier: string): string | undefined {
  const [bare = ''] = specifier.split('?');
  const alias = aliases.find(([pattern]) => pattern.test(bare));
  if (!alias && !bare.startsWith('.')) return undefined;
  const base = alias ? bare.replace(...alias) : path.posix.join(path.posix.dirname(from), bare);
  return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((file) => tree.has(file));
}
