import compression from 'compression';
import type { RequestHandler } from 'express';
import { constants } from 'node:zlib';

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
