import { sha256 } from '#platform/base/ids';

/**
 * What the log holds of a typed reason, hex. The salt lies with the text and goes with it, so that a short reason cannot
 * be found by trying once it was erased.
 */
export const reasonHash = (salt: string, reason: string): string =>
  sha256(`${salt}:${reason}`).toString('hex');
