import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What the page of the console loads, as addresses of our own origin. */
export interface ConsoleAssets {
  readonly script: string;
  /** Loaded together with the script: what it imports at once. */
  readonly imports: readonly string[];
  readonly styles: readonly string[];
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const entry = 'admin/main.tsx';
const address = (file: string) => `/console/${file}`;

/** Null where nobody built the console. Read at each request: in development the build changes under way. */
export function consoleAssets(folder: string | undefined): ConsoleAssets | null {
  const manifest = folder ? readManifest(path.join(folder, '.vite', 'manifest.json')) : null;
  const main = manifest?.[entry];
  if (!manifest || !main) return null;
  const imports = (main.imports ?? []).flatMap((key) => manifest[key] ?? []);
  return {
    script: address(main.file),
    imports: imports.map(({ file }) => address(file)),
    styles: [main, ...imports].flatMap(({ css }) => css ?? []).map(address),
  };
}

function readManifest(file: string): Record<string, Chunk> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>;
  } catch {
    return null;
  }
}
