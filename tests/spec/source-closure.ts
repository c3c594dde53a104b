import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const root = process.cwd();
const specifier = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;

function candidates(from: string, name: string): string[] {
  if (name.startsWith('#app/')) return [path.join(root, 'app', name.slice(5))];
  if (name === '#engine') return [path.join(root, 'engine', 'index.server')];
  if (name.startsWith('#engine/')) return [path.join(root, 'engine', name.slice(8))];
  if (name.startsWith('#platform/')) return [path.join(root, 'platform', name.slice(10))];
  if (name.startsWith('#modules/'))
    return [path.join(root, 'modules', name.slice(9), 'index.server')];
  if (name.startsWith('#contracts/'))
    return [path.join(root, 'modules', name.slice(11), 'contract')];
  if (name === '#workflows') return [path.join(root, 'workflows', 'index.server')];
  return name.startsWith('.') ? [path.resolve(path.dirname(from), name)] : [];
}

function fileOf(base: string): string | undefined {
  const tries = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => base + end);
  return tries.find((file) => existsSync(file) && statSync(file).isFile() && /\.tsx?$/.test(file));
}

/** The source of a file and of all it imports within the project, as one text. */
export function sourceClosure(entry: string, seen = new Set<string>()): string {
  if (seen.has(entry)) return '';
  seen.add(entry);
  const source = readFileSync(entry, 'utf8');
  const imported = [...source.matchAll(specifier)]
    .flatMap((match) => candidates(entry, match[1]!))
    .map(fileOf)
    .filter((file): file is string => file !== undefined);
  return [source, ...imported.map((file) => sourceClosure(file, seen))].join('\n');
}
