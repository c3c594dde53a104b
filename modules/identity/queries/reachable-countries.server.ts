import type { Ctx } from '#platform/context';
import { readSetting } from '#platform/settings/settings';
import { smsPolicy } from '../rules';

/** Countries that codes are sent to, ISO 3166-1 alpha-2. */
export async function reachableCountries(ctx: Ctx): Promise<string[]> {
  return (await readSetting(ctx, smsPolicy)).countries;
}
