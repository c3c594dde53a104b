import express, { type Request, type RequestHandler, type Response } from 'express';
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** A year, for what never changes under its name. */
const forever = 'public, max-age=31536000, immutable';

/** By file name; the rest of `public/` is kept for an hour. */
const others: Record<string, string> = {
  // Browsers must see a new worker at once, or the old one would go on serving the old product.
  'sw.js': 'no-cache',
};

/** What the build lays beside a file, best first: its ending and its name in HTTP. */
const encodings = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const;

/**
 * Files of the browser build. Names in `assets/` carry a hash of their content. Source maps are not for the
 * public. What was compressed at build time is sent like that, so that no request costs the work again.
 *
 * @param builds that the build may change under way: its files are looked for at each request
 */
export function staticFiles(folder: string, builds = false): RequestHandler {
  const root = path.resolve(folder);
  const hashed = path.join(root, 'assets') + path.sep;
  const first = filesIn(root);
  const send = express.static(root, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // Replaces the no-store that every answer starts with.
    setHeaders: (res, file) => {
      const name = describe(res, file);
      res.setHeader(
        'Cache-Control',
        file.startsWith(hashed) ? forever : (others[path.basename(name)] ?? 'public, max-age=3600'),
      );
    },
  });
  return (req, res, next) => {
    const there = builds ? filesIn(root) : first;
    // Everything that is no file of the build passes without a look at the disk.
    if (!there.has(req.path)) return next();
    if (req.path.endsWith('.map')) return void res.status(404).end();
    choose(req, res, there);
    send(req, res, next);
  };
}

/** Addresses of the files below a folder as they are now; none where nothing was built. */
function filesIn(root: string): ReadonlySet<string> {
  try {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
    return new Set(files.map((file) => `/${file.split(path.sep).join('/')}`));
  } catch {
    return new Set();
  }
}

/** Asks for the compressed file in place of the plain one where there is one that this client reads. */
function choose(req: Request, res: Response, files: ReadonlySet<string>): void {
  if (req.method !== 'GET' && req.method !== 'HEAD') return;
  const there = encodings.filter(([ending]) => files.has(req.path + ending));
  if (there.length === 0) return;
  res.vary('Accept-Encoding');
  const chosen = there.find(([, name]) => req.acceptsEncodings(name));
  if (!chosen) return;
  res.locals.compressed = chosen;
  req.url = req.path + chosen[0];
}

/** The headers of a file that was chosen for its plain one; returns the plain one's name. */
function describe(res: Response, file: string): string {
  const chosen = res.locals.compressed as (typeof encodings)[number] | undefined;
  if (!chosen) return file;
  const plain = file.slice(0, -chosen[0].length);
  res.type(path.extname(plain));
  res.setHeader('Content-Encoding', chosen[1]);
  return plain;
}
