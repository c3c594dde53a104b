import { matchRoutes } from '@remix-run/react';
import type { ServerBuild } from '@remix-run/node';
import type { Place } from '../call-table';

export interface MatchedRoute {
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

type Matches = NonNullable<ReturnType<typeof matchRoutes>>;

/** Matches of paths without parameters, which repeat; the router compares all routes anew each time. */
const known = new WeakMap<ServerBuild, Map<string, Matches>>();
const knownAtMost = 1_000;

function matchesOf(build: ServerBuild, pathname: string): Matches {
  const remembered = known.get(build) ?? new Map<string, Matches>();
  known.set(build, remembered);
  const found = remembered.get(pathname) ?? matchRoutes(treeOf(build), pathname) ?? [];
  const repeats = found.length > 0 && Object.keys(found.at(-1)!.params).length === 0;
  if (repeats && remembered.size < knownAtMost) remembered.set(pathname, found);
  return found;
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

/** What a request was for, in words that may be logged and counted. */
export function matchedRoute(build: ServerBuild, pathname: string): MatchedRoute {
  const page = pathname === '/_root.data' ? '/' : pathname.replace(/\.data$/, '');
  const matches = matchesOf(build, page);
  if (matches.length === 0) return { route: '(none)', ids: {} };
  const route = matches.map((match) => match.route.path ?? '').filter(Boolean);
  return {
    route: `/${route.join('/')}`.replace(/\/+/g, '/'),
    ids: idsIn(matches.at(-1)!.params),
  };
}
