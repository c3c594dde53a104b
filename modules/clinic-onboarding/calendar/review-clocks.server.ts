import { now } from '#platform/time/clock';
import type { TxCtx } from '#platform/context';
import { readSetting } from '#platform/settings/settings';
import type { ReviewClocks } from '../application.machine';
import { teamCalendar } from '#platform/settings/team-calendar';
import { reviewWindows } from '../settings';
import { businessDaysAfter } from '#platform/time/business-time';

/** How the clocks of an application run that becomes complete in this transaction. */
export async function reviewClocks(ctx: TxCtx): Promise<ReviewClocks> {
  const { reminder, escalation, businessDays } = await readSetting(ctx, reviewWindows);
  const at = await now(ctx);
  const due = businessDaysAfter(await readSetting(ctx, teamCalendar), at, businessDays);
  return { reminder, escalation, breach: due.getTime() - at.getTime() };
}
