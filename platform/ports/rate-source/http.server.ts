import { seconds } from '../../base/duration';
import { type RateSource, SourceError } from '../rate-source';
import { readBounded } from '../read-bounded.server';

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
    return readBounded(response.body, { mostBytes, failure: (reason) => new SourceError(reason) });
  },
});
