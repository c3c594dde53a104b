import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { readSetting } from '#platform/settings/settings';
import { readPhone, type Phone } from '../phone';
import { smsPolicy } from '../settings';

/** The number as we would send to it; throws `invalid_phone`, `unsupported_number`, or `unavailable` while sending is off. */
export async function requireReachablePhone(ctx: Ctx, input: string): Promise<Phone> {
  const reading = readPhone(input);
  if (!reading.ok) throw new AppError(reading.code);
  const policy = await readSetting(ctx, smsPolicy);
  if (!policy.enabled) throw new AppError('unavailable', { reason: 'codes_off' });
  if (!policy.countries.includes(reading.phone.country)) throw new AppError('unsupported_number');
  return reading.phone;
}
