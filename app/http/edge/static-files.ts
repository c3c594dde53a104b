import express, { type RequestHandler } from 'express';
import path from 'node:path';

/**
 * Files of the browser build. Names in `assets/` carry a hash of their content and never change; the rest
 * is short-lived. Source maps are not for the public.
 */
export function staticFiles(folder: string): RequestHandler[] {
  const common = { index: false, redirect: false, dotfiles: 'ignore' as const, etag: true };
  return [
    (req, res, next) => (req.path.endsWith('.map') ? void res.status(404).end() : next()),
    onPath('/assets/', express.static(folder, { ...common, immutable: true, maxAge: '1y' })),
    express.static(path.resolve(folder), { ...common, maxAge: '1h', setHeaders: alwaysFresh }),
  ];
}

/** Browsers must see a new service worker at once, or an old one would go on serving the old product. */
function alwaysFresh(res: { setHeader(name: string, value: string): unknown }, file: string): void {
  if (path.basename(file) === 'sw.js') res.setHeader('Cache-Control', 'no-cache');
}

const onPath =
  (prefix: string, handler: RequestHandler): RequestHandler =>
  (req, res, next) =>
    req.path.startsWith(prefix) ? handler(req, res, next) : next();
