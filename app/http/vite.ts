import type { ServerBuild } from '@remix-run/node';
import type { AppParts } from './create-app';

/** Routes from their sources, reloaded as they change. */
export async function startVite(): Promise<Pick<AppParts, 'build' | 'vite'>> {
  const { createServer } = await import('vite');
  const server = await createServer({ server: { middlewareMode: true } });
  return {
    vite: server.middlewares,
    build: () => server.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
  };
}
