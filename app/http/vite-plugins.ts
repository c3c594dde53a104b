import type { Plugin, Rollup } from 'vite';

const ownCode = /\/(?:app|modules|platform)\/[^?]*\.tsx?(?:\?|$)/;

const root = /\/app\/root\.tsx$/;
const isOurs = (id: string): boolean => id.includes('/app/') && /\.tsx?$/.test(id);

/** Ids of what the root of the application imports at once of ours, and what that imports. */
function rootModules({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...getModuleIds()].filter((id) => root.test(id));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || !isOurs(id)) continue;
    found.add(id);
    open.push(...(getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/**
 * What every page of the application loads is one script (docs/decisions/0085). Packages and contracts stay as Rollup cuts
 * them: of those a page loads the parts that it uses.
 */
function oneForEveryPage(): Rollup.OutputOptions {
  let known: ReadonlySet<string> | undefined;
  return {
    onlyExplicitManualChunks: true,
    manualChunks: (id, graph) =>
      (known ??= rootModules(graph)).has(id) && !root.test(id) ? 'application' : undefined,
  };
}

/**
 * A contract holds what both sides name, and the schemas by which the server reads. The browser's half keeps of it the
 * modules that a page uses something of: ours do nothing by being imported. So what pages name lies in modules without
 * a schema, and `tests/e2e/page-weights.once.spec.ts` fails when a schema reaches a browser.
 */
export function browserHalf(): Plugin {
  return {
    name: 'browser-half',
    apply: 'build',
    config: (_config, { isSsrBuild }) =>
      isSsrBuild
        ? {}
        : {
            build: {
              rollupOptions: {
                treeshake: { moduleSideEffects: (id) => !ownCode.test(id) },
                output: oneForEveryPage(),
              },
            },
          },
  };
}

const pair = /^export const \{ loader, action \} = /m;

/**
 * Remix strips `loader` and `action` from what the browser gets, but does not see them in
 * `export const { loader, action } = api(…)` and then refuses the server code they use. This spells the
 * pair out as two exports.
 */
export function routePairs(): Plugin {
  return {
    name: 'route-pairs',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/app\/routes\//.test(id) || !pair.test(code)) return null;
      const spelled = code.replace(pair, 'const routePair = ');
      return {
        code: `${spelled}\nexport const loader = routePair.loader;\nexport const action = routePair.action;\n`,
        map: null,
      };
    },
  };
}
