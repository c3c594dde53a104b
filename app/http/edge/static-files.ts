import express, { type RequestHandler } from 'express';
import path from 'node:path';

/** A year, for what never changes under its name. */
const forever = 'public, max-age=31536000, immutable';

/** By file name; the rest of `public/` is kept for an hour. */
const others: Record<string, string> = {
  // Browsers must see a new worker at once, or the old one would go on serving the old product.
  'sw.js': 'no-cache',
};

/**
 * Files of the browser build. Names in `assets/` carry a hash of their content. Source maps are not for the
 * public.
 */
export function staticFiles(folder: string): RequestHandler[] {
  const root = path.resolve(folder);
  const hashed = path.join(root, 'assets') + path.sep;
  return [
    (req, res, next) => (req.path.endsWith('.map') ? void res.status(404).end() : next()),
    express.static(root, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      // Replaces the no-store that every answer starts with.
      setHeaders: (res, file) =>
        res.setHeader(
          'Cache-Control',
          file.startsWith(hashed)
            ? forever
            : (others[path.basename(file)] ?? 'public, max-age=3600'),
        ),
    }),
  ];
}
