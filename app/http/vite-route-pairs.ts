import type { Plugin } from 'vite';

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
