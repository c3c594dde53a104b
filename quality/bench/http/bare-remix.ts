import {
  createReadableStreamFromReadable,
  json,
  type EntryContext,
  type ServerBuild,
} from '@remix-run/node';
import { Outlet, RemixServer, useLoaderData } from '@remix-run/react';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { readTree, toElement } from './page-tree';

/**
 * A Remix that renders the same DOM as our first page and does nothing else: no session, no texts, no content, no policy.
 * It is what `remix-serve` takes for a build, and is compressed and answered as that does it. Arguments after the build's
 * own: the page of a visitor, that of a signed-in person.
 */
const files = process.argv.slice(3);
const [visitors, signedIn] = files.map((file) => readTree(readFileSync(file, 'utf8')));

const Page = () =>
  toElement(useLoaderData<{ signedIn: boolean }>().signedIn ? signedIn! : visitors!);

const render = (request: Request, status: number, headers: Headers, context: EntryContext) =>
  new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      createElement(RemixServer, { context, url: request.url }),
      {
        onShellReady() {
          const body = new PassThrough();
          headers.set('Content-Type', 'text/html');
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
      },
    );
  });

const about = { hasAction: false, hasLoader: false, hasClientAction: false } as const;
const known = { ...about, hasClientLoader: false, hasErrorBoundary: false, module: '/m.js' };
export const entry = { module: { default: render } } as unknown as ServerBuild['entry'];
export const routes = {
  root: { id: 'root', path: '', module: { default: () => createElement(Outlet) } },
  index: {
    id: 'index',
    parentId: 'root',
    index: true,
    module: {
      default: Page,
      loader: ({ request }: { request: Request }) =>
        json({ signedIn: request.headers.has('Cookie') }),
    },
  },
} as unknown as ServerBuild['routes'];
export const assets = {
  version: '1',
  url: '/m.js',
  entry: { module: '/e.js', imports: [] },
  routes: {
    root: { ...known, id: 'root', path: '' },
    index: { ...known, id: 'index', parentId: 'root', index: true, hasLoader: true },
  },
} as unknown as ServerBuild['assets'];
export const publicPath = '/';
/** There are no files: what is asked for is the page. */
export const assetsBuildDirectory = 'none';
export const future = {} as ServerBuild['future'];
export const isSpaMode = false;
export const mode = 'production';
