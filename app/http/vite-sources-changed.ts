import type { Plugin } from 'vite';

/** What pages without React hear when a source changes. */
export const sourcesChanged = 'sources-changed';

const folder = /\/(?:app|content|engine|messages|modules|platform|workflows)\//;
const ending = /\.(?:css|json|md|tsx?)$/;

/**
 * A page of a visitor loads nothing that Vite could replace in place, since its script names no module of the page. In
 * development it hears that a source has changed, by `app/dev/reload-visitor.ts`, and loads itself anew.
 */
export function notifyVisitors(): Plugin {
  return {
    name: 'notify-visitors',
    apply: 'serve',
    handleHotUpdate: ({ file, server }) => {
      if (folder.test(file) && ending.test(file))
        server.ws.send({ type: 'custom', event: sourcesChanged });
    },
  };
}
