import type { Request, RequestHandler, Response } from 'express';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { heardOfContent } from '#modules/content';
import type { Services } from '#platform/context';
import { hours, inSeconds, milliseconds } from '#platform/base/duration';
import { databaseAnswers } from '#platform/process/readiness';
import { headersOf, headersOfStale, staleCopy, type KeptPage } from './kept-page';
import { attributesOf } from './locals';

interface Kept extends KeptPage {
  /** What content it was made of. */
  readonly edition: number;
  readonly changes: number;
  readonly madeAt: number;
  /** Compressed once for all who will ask; empty until that is done. */
  readonly compressed: Map<string, Buffer>;
}

/** More than there are pages that may be kept. */
const most = 200;
/** How old a page may be that is served while the database is away. */
const mostStale = hours(1);
const encodings = ['br', 'gzip'] as const;

/**
 * Answers visitors with pages that were made for a visitor before, as long as the content is what it was. Nobody who
 * sends a cookie or a query gets one, and nothing made for them is kept; nor is anything of a route that does not say
 * so (`handle.kept`). Host and other headers change nothing in such a page.
 *
 * While the database does not answer, a page that would be made anew is served as it was, marked as stale, unless it is
 * older than an hour or its content is known to have changed.
 */
export function keptPages(services: Pick<Services, 'database'>): RequestHandler {
  const pages = new Map<string, Kept>();
  const answers = databaseAnswers(services);
  const makeAnew: RequestHandler = (req, res, next) => {
    const { edition, changes } = heardOfContent(services.database);
    if (req.method === 'GET')
      attributesOf(res).keep = (page) => {
        // Made of content that changed under way, or of what the limit holds already.
        if (heardOfContent(services.database).edition !== edition) return;
        if (pages.size >= most) pages.clear();
        const madeAt = performance.now();
        const kept = { ...page, edition, changes, madeAt, compressed: new Map() };
        pages.set(req.originalUrl, kept);
        // Without them it is compressed for each visitor.
        void compress(kept).catch(() => undefined);
      };
    next();
  };
  return (req, res, next) => {
    if (!isVisitors(req)) return next();
    const { edition, changes, holdsMs } = heardOfContent(services.database);
    const known = pages.get(req.originalUrl);
    if (!known) return makeAnew(req, res, next);
    if (known.edition === edition && ageOf(known) < holdsMs) return send(req, res, known);
    if (known.changes !== changes || ageOf(known) >= mostStale) return makeAnew(req, res, next);
    answers()
      .then((does) => does || !sendStale(req, res, known))
      .then((anew) => anew && makeAnew(req, res, next))
      .catch(next);
  };
}

const ageOf = ({ madeAt }: Kept) => milliseconds(performance.now() - madeAt);

/** A page has many spellings, and a place for one of them. */
const usualAddress = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/;

/** Whether nothing in the request could make its page another one than everybody's. */
const isVisitors = ({ method, originalUrl, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  usualAddress.test(originalUrl) &&
  headers.cookie === undefined &&
  headers.authorization === undefined;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress({ html, compressed }: Kept): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 7,
  };
  compressed.set('br', await brotli(html, { params }));
  compressed.set('gzip', await zip(html));
}

function send(req: Request, res: Response, page: Kept): void {
  const { html, compressed } = page;
  for (const [name, value] of Object.entries(headersOf(page))) res.setHeader(name, value);
  if (req.fresh) return void res.status(304).end();
  const encoding = encodings.find((name) => compressed.has(name) && req.acceptsEncodings(name));
  const body = encoding ? compressed.get(encoding)! : html;
  if (encoding) res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Whether it was sent: a page that cannot say that it is stale is not. */
function sendStale(req: Request, res: Response, page: Kept): boolean {
  const html = staleCopy(page);
  if (!html) return false;
  const ageSeconds = Math.floor(inSeconds(ageOf(page)));
  attributesOf(res).log.warn({ ageSeconds }, 'http.stale-page');
  for (const [name, value] of Object.entries(headersOfStale(page, ageSeconds)))
    res.setHeader(name, value);
  res.end(req.method === 'HEAD' ? undefined : html);
  return true;
}
