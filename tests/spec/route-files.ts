import { flatRoutes } from 'remix-flat-routes';

interface RouteEntry {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  file: string;
}

type Define = (
  path: string | undefined,
  file: string,
  options?: { index?: boolean } | (() => void),
  children?: () => void,
) => void;

function collect(callback: (define: Define) => void): Record<string, RouteEntry> {
  const routes: Record<string, RouteEntry> = {};
  const parents: string[] = [];
  const define: Define = (path, file, options, children) => {
    const nested = typeof options === 'function' ? options : children;
    const id = file.replace(/\.\w+$/, '');
    const index = typeof options === 'object' ? options.index : undefined;
    routes[id] = { id, path, index, file, parentId: parents.at(-1) };
    if (!nested) return;
    parents.push(id);
    nested();
    parents.pop();
  };
  callback(define);
  return routes;
}

/** The route module behind every address of the app, as Remix itself sees it: address → file below `app/`. */
export function routeFiles(): Map<string, string> {
  const routes = flatRoutes('routes', collect as never, {
    ignoredRouteFiles: ['**/.*', '**/*.test.{ts,tsx}', '**/*.css'],
  }) as unknown as Record<string, RouteEntry>;
  const addressOf = (route: RouteEntry): string => {
    const parent = route.parentId ? routes[route.parentId] : undefined;
    return [parent ? addressOf(parent) : '', route.path ?? ''].filter(Boolean).join('/');
  };
  return new Map(Object.values(routes).map((route) => [`/${addressOf(route)}`, route.file]));
}
