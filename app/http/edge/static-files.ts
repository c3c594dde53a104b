import { readdirSync } from 'node:fs';
import path from 'node:path';
import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type Request, type RequestHandler, type Response } from 'express';

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

/** Each holds the memory of a compressor until its reader has taken everything. */
const atOnce = 32;

/**
 * Half the work of the usual settings for 4% more bytes: what is compressed here is sent once. The window is as large as
 * pages are.
 */
const effort = {
  level: 4,
  brotli: {
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 },
  },
};

/**
 * Compresses pages and answers while they are sent, at most a number of them at a time: what comes beyond goes out
 * as it is. Files of the build come compressed.
 */
export function boundedCompression(most = atOnce): RequestHandler {
  let running = 0;
  return compression({
    ...effort,
    filter: (req, res) => {
      // A live stream that waited for a full block would not be live.
      const live = String(res.getHeader('Content-Type')).startsWith('text/event-stream');
      const encoded = res.getHeader('Content-Encoding') !== undefined;
      if (live || encoded || running >= most || !compression.filter(req, res)) return false;
      running += 1;
      res.once('close', () => {
        running -= 1;
      });
      return true;
    },
  });
}
