import type { ServerBuild } from '@remix-run/node';
import remixOptions from '../../remix.config.js';
import { readAddress } from '#app/i18n/address';
import { isLocale } from '#platform/base/locale';

type Route = Pick<
  NonNullable<ServerBuild['routes'][string]>,
  'id' | 'parentId' | 'path' | 'index'
> & { file: string };
type Children = () => void;
type Define = (
  path: string | undefined,
  file: string,
  options?: { index?: boolean } | Children,
  children?: Children,
) => void;

const sources = import.meta.glob<ServerBuild['entry']['module']>([
  '../../app/root.tsx',
  '../../app/routes/**/*.{ts,tsx}',
  '!**/*.test.*',
]);

/** The routes that the Remix plugin would build, with their sources' paths below `app/`. */
export function sourceRoutes(): Route[] {
  const routes: Route[] = [];
  const parents = ['root'];
  const define: Define = (path, file, options, children) => {
    const nested = typeof options === 'function' ? options : children;
    const index = typeof options === 'object' ? options.index : undefined;
    const id = file.replace(/\.\w+$/, '');
    routes.push({ id, path, index, file, parentId: parents.at(-1) });
    if (!nested) return;
    parents.push(id);
    nested();
    parents.pop();
  };
  const collect = (callback: (define: Define) => void) => {
    callback(define);
    return Object.fromEntries(routes.map((route) => [route.id, route]));
  };
  const found = remixOptions.routes(collect as never) as Record<string, Route>;
  return [{ id: 'root', path: '', file: 'root.tsx' }, ...Object.values(found)];
}

/** A module that does not load fails the requests for it, not those of every other test. */
const failing = (error: Error) => {
  const fail = () => Promise.reject(error);
  return { loader: fail, action: fail, default: () => null };
};

let loaded: Promise<ServerBuild> | undefined;

/** The server's half of a build, straight from the sources: nothing to build first, nothing stale. */
export const sourceBuild = (): Promise<ServerBuild> => (loaded ??= load());

async function load(): Promise<ServerBuild> {
  const entries = await Promise.all(
    sourceRoutes().map(async ({ file, ...route }) => {
      const module = await sources[`../../app/${file}`]!().catch(failing);
      return [route, module as Record<string, unknown>] as const;
    }),
  );
  return {
    entry: { module: await import('../../app/entry.server') },
    routes: Object.fromEntries(
      entries.map(([route, module]) => [route.id, { ...route, module }]),
    ) as unknown as ServerBuild['routes'],
    assets: {
      entry: { module: '/assets/entry.client.js', imports: [] },
      routes: Object.fromEntries(
        entries.map(([route, module]) => [route.id, asset(route, module)]),
      ),
      url: '/assets/manifest.js',
      version: 'sources',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: remixOptions.future as ServerBuild['future'],
    isSpaMode: false,
    mode: 'production',
  };
}

const asset = (route: Omit<Route, 'file'>, module: Record<string, unknown>) => ({
  ...route,
  module: `/assets/${route.id}.js`,
  imports: [],
  hasAction: 'action' in module,
  hasLoader: 'loader' in module,
  hasClientAction: false,
  hasClientLoader: false,
  hasErrorBoundary: 'ErrorBoundary' in module,
});

/** Whether a page is one of a language that is a draft: the same files; `languages.test.ts` says who reads them. */
export const isOfDraft = (path: string): boolean => {
  const { locale } = readAddress(path);
  return locale !== null && !isLocale(locale);
};
