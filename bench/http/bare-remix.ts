import { createRequestHandler } from '@remix-run/express';
import {
  createReadableStreamFromReadable,
  json,
  type EntryContext,
  type ServerBuild,
} from '@remix-run/node';
import { Outlet, RemixServer, useLoaderData } from '@remix-run/react';
import compression from 'compression';
import express from 'express';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { readTree, toElement } from './page-tree';

/**
 * A Remix that renders the same DOM as our first page, compressed as its template does it, and does nothing else: no
 * session, no texts, no content, no policy. Arguments: the port, the page of a visitor, that of somebody signed in.
 */
const [port, ...files] = process.argv.slice(2);
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
const build = {
  entry: { module: { default: render } },
  routes: {
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
  },
  assets: {
    version: '1',
    url: '/m.js',
    entry: { module: '/e.js', imports: [] },
    routes: {
      root: { ...known, id: 'root', path: '' },
      index: { ...known, id: 'index', parentId: 'root', index: true, hasLoader: true },
    },
  },
  publicPath: '/',
  assetsBuildDirectory: 'none',
  future: {},
  isSpaMode: false,
  mode: 'production',
} as unknown as ServerBuild;

const app = express();
app.disable('x-powered-by');
app.use(compression());
app.all('*', createRequestHandler({ build, mode: 'production' }) as express.RequestHandler);
app.listen(Number(port), '127.0.0.1');
