import { matchRoutes } from '@remix-run/react';
import type { ServerBuild } from '@remix-run/node';
import type { Place } from '../call-table';

interface MatchedRoute {
  /** `/request-detail/:id`; never what stood in its place. */
  readonly route: string;
  /** The parameters that are uuids; anything else could be a phone number or a name. */
  readonly ids: Record<string, string>;
}

type RouteObject = Parameters<typeof matchRoutes>[0][number];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const trees = new WeakMap<ServerBuild, RouteObject[]>();

const childrenOf = (build: ServerBuild, parentId?: string): RouteObject[] =>
  Object.values(build.routes)
    .filter((route) => route && route.parentId === parentId)
    .map((route) => {
      const { id, path, index, caseSensitive } = route!;
      return index
        ? { id, path, index, caseSensitive }
        : { id, path, caseSensitive, children: childrenOf(build, id) };
    }) as RouteObject[];

function treeOf(build: ServerBuild): RouteObject[] {
  const known = trees.get(build);
  if (known) return known;
  const tree = childrenOf(build);
  trees.set(build, tree);
  return tree;
}

interface Page {
  /** `/request-detail/:id` */
  readonly pattern: string;
  /** Id of the route that answers; undefined where none does. */
  readonly leaf: string | undefined;
}

/** The router compares all routes anew each time; addresses that differ in their uuids only have one page. */
const known = new WeakMap<ServerBuild, Map<string, Page>>();
const knownAtMost = 1_000;
const anyId = '00000000-0000-4000-8000-000000000000';
const shapeOf = (pathname: string): string =>
  pathname
    .split('/')
    .map((segment) => (uuid.test(segment) ? anyId : segment))
    .join('/');

function pageOf(build: ServerBuild, pathname: string): Page {
  const pages = known.get(build) ?? new Map<string, Page>();
  known.set(build, pages);
  const shape = shapeOf(pathname);
  const found = pages.get(shape);
  if (found) return found;
  const matches = matchRoutes(treeOf(build), shape) ?? [];
  const parts = matches.map((match) => match.route.path ?? '').filter(Boolean);
  const leaf = matches.at(-1);
  const page = { pattern: `/${parts.join('/')}`.replace(/\/+/g, '/'), leaf: leaf?.route.id };
  // Whatever else stands in an address would fill the memory.
  const repeats = leaf && Object.values(leaf.params).every((value) => value === anyId);
  if (repeats && pages.size < knownAtMost) pages.set(shape, page);
  return page;
}

const idsIn = (params: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => uuid.test(entry[1] ?? '')),
  );

/** As {@link matchedRoute} for an address of calls. */
export const calledRoute = ({
  path,
  params,
}: Pick<Place<unknown>, 'path' | 'params'>): MatchedRoute => ({
  route: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
  ids: idsIn(params),
});

const pathOfPage = (pathname: string): string =>
  pathname === '/_root.data' ? '/' : pathname.replace(/\.data$/, '');

/** What a request was for, in words that may be logged and counted. */
export function matchedRoute(build: ServerBuild, pathname: string): MatchedRoute {
  const path = pathOfPage(pathname);
  const { pattern, leaf } = pageOf(build, path);
  if (leaf === undefined) return { route: '(none)', ids: {} };
  const given = path.split('/');
  const named = pattern.split('/').map((part, at) => [part, given[at]] as const);
  const params = named.filter(([part]) => part.startsWith(':')).map(([p, v]) => [p.slice(1), v]);
  return { route: pattern, ids: idsIn(Object.fromEntries(params)) };
}

/** Id of the route whose page is at an address; undefined where there is none. */
export const leafAt = (build: ServerBuild, pathname: string): string | undefined =>
  pageOf(build, pathOfPage(pathname)).leaf;
