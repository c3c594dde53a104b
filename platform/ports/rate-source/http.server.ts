import { seconds } from '../../base/duration';
import { type RateSource, SourceError } from '../rate-source';

const timeout = seconds(15);
/** The bank's table has about two thousand bytes. */
const mostBytes = 256 * 1024;

/** Asks one address for a table. A redirect is not followed: it would lead to a host that no setting names. */
export const httpRateSource = (url: string): RateSource => ({
  async fetchTable() {
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(url, { redirect: 'error', signal }).catch(() => {
      throw new SourceError('unreachable');
    });
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel().catch(() => undefined);
      throw new SourceError('answer');
    }
    return readBounded(response.body);
  },
});

async function readBounded(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    // What is left early is cancelled.
    for await (const part of body) {
      bytes += part.byteLength;
      if (bytes > mostBytes) throw new SourceError('too-large');
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof SourceError ? error : new SourceError('unreachable');
  }
  return Buffer.concat(parts);
}
