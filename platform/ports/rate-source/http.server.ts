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
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new SourceError('unreachable');
    });
    if (done) return Buffer.concat(parts);
    bytes += value.byteLength;
    if (bytes > mostBytes) {
      await reader.cancel().catch(() => undefined);
      throw new SourceError('too-large');
    }
    parts.push(value);
  }
}
