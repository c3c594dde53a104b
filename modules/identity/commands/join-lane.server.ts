import type { Ctx } from '#platform/context';
import { requireReachablePhone } from '../codes/require-phone.server';
import { joinSlowLane } from '../codes/slow-lane.server';

/**
 * A place in the slow lane for a browser that was asked to work for a code and cannot. Throws what `sendCode`
 * throws about the number, and `too_many_codes` when the address has no place left.
 */
export async function joinLane(
  ctx: Ctx,
  {
    role,
    phoneNumber,
    browserToken,
  }: { role: 'patient' | 'clinic'; phoneNumber: string; browserToken: string },
): Promise<void> {
  const phone = await requireReachablePhone(ctx, phoneNumber);
  await joinSlowLane(ctx, { phone, role, browserToken });
}
