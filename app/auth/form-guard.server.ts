import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { now } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { milliseconds, seconds } from '#platform/base/duration';
import { readSetting, defineSetting } from '#platform/settings/settings';

/** Nobody types a phone number faster than this; 0 switches the check off. */
export const formMinimumTime = defineSetting({
  key: 'identity.form-minimum-time',
  schema: z.number().int().min(0),
  defaults: (mode) => (mode === 'production' ? seconds(1) : milliseconds(0)),
});

const sign = (key: string, at: string): Buffer =>
  createHmac('sha256', key).update(`form\n${at}`).digest();

/** Under every key that may have been the newest when the form was shown. */
const isOurs = (ctx: Ctx, at: string, given: Buffer): boolean =>
  ctx.services.env.OTP_HMAC_KEYS.some((key) => {
    const expected = sign(key, at);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });

/** Says when a form was shown, by the database's clock, so that its age can be judged when it comes back. */
export async function stampForm(ctx: Ctx): Promise<string> {
  const at = String((await now(ctx)).getTime());
  return `${at}.${sign(ctx.services.env.OTP_HMAC_KEYS[0]!, at).toString('base64url')}`;
}

/** Whether a machine filled in the form: the hidden field has something in it, or it came back too soon. */
export async function looksAutomated(
  ctx: Ctx,
  { website, stamp = '' }: { website?: string; stamp?: string },
): Promise<boolean> {
  if (website) return true;
  const minimum = await readSetting(ctx, formMinimumTime);
  if (minimum === 0) return false;
  const [at = '', signature = ''] = stamp.split('.');
  if (!isOurs(ctx, at, Buffer.from(signature, 'base64url'))) return true;
  return (await now(ctx)).getTime() - Number(at) < minimum;
}
