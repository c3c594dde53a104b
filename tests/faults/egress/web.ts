import { callRoute } from '#app/http/edge/find-call';
import { main } from '#app/http/server';

/** The web process without pages: whom it dials does not depend on them. */
const calls = { module: { loader: Object.assign(() => null, { find: () => undefined }) } };
const build = {
  entry: { module: { default: () => new Response() } },
  routes: { [callRoute]: calls },
  assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' },
};
await main({ development: false, routes: async () => build as never });
