import type { Plugin } from 'vite';

const ownCode = /\/(?:app|modules|platform)\/[^?]*\.tsx?(?:\?|$)/;

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
