import { callRoute } from '#app/http/edge/find-call';
import { main } from '#app/http/server';

/** Whoever asks for this page stops the process, as a fault of ours would. */
function standStill(): Response {
  const until = performance.now() + 40_000;
  while (performance.now() < until);
  return new Response('over');
}

const calls = { module: { loader: Object.assign(() => null, { find: () => undefined }) } };
const page = (id: string, path: string, loader: () => Response) => ({
  [id]: { id, path, module: { loader } },
});
const build = {
  entry: { module: { default: () => new Response() } },
  routes: {
    [callRoute]: { id: callRoute, path: 'api/*', ...calls },
    ...page('routes/still', 'still/:name', standStill),
    ...page('routes/fine', 'fine', () => new Response('fine')),
  },
  future: {},
  assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' },
};
await main({ development: false, routes: async () => build as never });
