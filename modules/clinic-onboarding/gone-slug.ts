import { sha256 } from '#platform/base/ids';

/** What stands for the address of a clinic whose account is gone: it says nothing, and keeps the address from others. */
export const goneSlug = (slug: string): string => sha256(slug).toString('hex');
