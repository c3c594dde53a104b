import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleSheets } from '#app/http/edge/built-assets';
import { readAddress } from '#app/i18n/address';
import { eventSteps } from '#workflows';
import { newId, newToken } from '#platform/base/ids';
import { defaultLocale } from '#platform/base/locale';
import { openServices } from '#platform/process/services';

/**
 * The built routes as `remix-serve` takes them: it hands no context to a loader, so each one is given here what the
 * product's own server makes of a request. The services come from the sources, the routes from `build/server`.
 */
const folder = path.resolve('build/server');
const named = /import\("\.\/(shared\/server-build-[^"]+)"\)/.exec(
  readFileSync(path.join(folder, 'web.js'), 'utf8'),
);
if (!named) throw new Error('the web process names no built routes');
const parts = (await import(pathToFileURL(path.join(folder, named[1]!)).href)) as object;
// The bundler makes a file of the build alone, or puts it into a file with other modules. The manifest of the browser's
// files has `routes` and `entry` too, and no `future`.
const isBuild = (part: unknown): part is ServerBuild =>
  typeof part === 'object' &&
  part !== null &&
  ['routes', 'entry', 'future'].every((name) => name in part);
const build = [parts, ...Object.values(parts)].find(isBuild);
if (!build) throw new Error('there are no built routes');

const services = openServices('web', eventSteps);
const styleAt = styleSheets(path.resolve('build/client'));

const contextOf = ({ url }: Request): AppLoadContext => {
  const { locale } = readAddress(new URL(url).pathname);
  const requestId = newId();
  return {
    ...{ services, requestId, styleAt, ip: '127.0.0.1', nonce: newToken(16) },
    ...{ log: services.log.child({ requestId }), locale: locale ?? defaultLocale },
    localeIsSaid: locale !== null,
    outlet: {
      disconnected: new AbortController().signal,
      drained: () => Promise.resolve(),
      waiting: () => 0,
      cut: () => undefined,
    },
  };
};

type Answering = (args: { request: Request; context: AppLoadContext }) => unknown;
const withContext = (answer: unknown): Answering | undefined =>
  answer
    ? (args) => (answer as Answering)({ ...args, context: contextOf(args.request) })
    : undefined;

export const routes = Object.fromEntries(
  Object.entries(build.routes).map(([id, route]) => {
    const { loader, action } = route!.module;
    const module = { ...route!.module, loader: withContext(loader), action: withContext(action) };
    return [id, { ...route!, module }];
  }),
);
const { module: first } = build.entry;
export const entry = {
  module: {
    ...first,
    default: (...[request, status, headers, remix]: Parameters<typeof first.default>) =>
      first.default(request, status, headers, remix, contextOf(request)),
    handleError: (error: unknown, args: Parameters<NonNullable<typeof first.handleError>>[1]) =>
      first.handleError?.(error, { ...args, context: contextOf(args.request) }),
  },
};
export const { assets, publicPath, assetsBuildDirectory, future, isSpaMode } = build;
export const mode = 'production';
