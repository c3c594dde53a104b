import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

interface Manifest {
  readonly entry: { readonly module: string; readonly imports: readonly string[] };
  readonly routes: Readonly<
    Record<
      string,
      {
        readonly id: string;
        readonly parentId?: string;
        readonly module: string;
        readonly imports?: readonly string[];
      }
    >
  >;
}

/** What a public page loads is another thing for a visitor than for somebody who is signed in. */
const kinds = {
  'public, signed in, with a form': /^routes\/_public\+\/(?:contact|find-clinics_\.\$slug)$/,
  'public, signed in': /^routes\/_public\+\/(?!shared)/,
  'sign-in': /^routes\/_auth\+\//,
  'wizard and application':
    /^routes\/(?:_patient\+\/consultation|_clinic\+\/clinic\.(?:application|pending-approval)$)/,
  // Whoever looks on has the application, too.
  'signed in': /^routes\/(?:_patient\+\/|_clinic\+\/|_public\+\/shared)/,
};
export type PageKind = keyof typeof kinds | 'public';

export interface PageWeight {
  /** Of the route's file. */
  readonly page: string;
  readonly kind: PageKind;
  /** Scripts of a first visit: what is fetched before anybody does anything. */
  readonly scripts: readonly string[];
  /** Of those, each compressed by itself, as they are sent. */
  readonly gzipBytes: number;
}

function manifestOf(client: string): Manifest {
  const folder = path.join(client, 'assets');
  const name = fs.readdirSync(folder).find((each) => /^manifest-\w+\.js$/.test(each));
  if (!name) throw new Error(`there is no build in ${client}`);
  const script = fs.readFileSync(path.join(folder, name), 'utf8');
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)) as Manifest;
}

/** What a public page has for a visitor. */
function visitorScript(client: string): string {
  const name = fs
    .readdirSync(path.join(client, 'assets'))
    .find((each) => /^visitor-.+\.js$/.test(each));
  if (!name) throw new Error(`there is no script for visitors in ${client}`);
  return `/assets/${name}`;
}

function scriptsOf(manifest: Manifest, id: string): string[] {
  const scripts = new Set([manifest.entry.module, ...manifest.entry.imports]);
  for (let at: string | undefined = id; at !== undefined; at = manifest.routes[at]?.parentId) {
    const { module, imports = [] } = manifest.routes[at]!;
    for (const script of [module, ...imports]) scripts.add(script);
  }
  return [...scripts];
}

/** What each page of a build loads in scripts, heaviest first; routes without a page are left out. */
export function pageWeights(client: string): PageWeight[] {
  const manifest = manifestOf(client);
  const known = new Map<string, number>();
  const gzipped = (script: string): number => {
    const bytes = known.get(script) ?? gzipSync(fs.readFileSync(path.join(client, script))).length;
    known.set(script, bytes);
    return bytes;
  };
  const weigh = (page: string, kind: PageKind, scripts: string[]): PageWeight => {
    const gzipBytes = scripts.reduce((sum, script) => sum + gzipped(script), 0);
    return { page, kind, scripts, gzipBytes };
  };
  const ofRoutes = Object.keys(manifest.routes).flatMap((id) => {
    const kind = (Object.keys(kinds) as Array<keyof typeof kinds>).find((each) =>
      kinds[each].test(id),
    );
    return kind ? [weigh(id.replace(/^routes\//, ''), kind, scriptsOf(manifest, id))] : [];
  });
  return [weigh('every one of them', 'public', [visitorScript(client)]), ...ofRoutes].sort(
    (a, b) => b.gzipBytes - a.gzipBytes,
  );
}
