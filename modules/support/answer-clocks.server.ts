import { businessTimeAfter } from '#platform/business-time';
import { now } from '#platform/clock';
import type { TxCtx } from '#platform/context';
import type { Duration } from '#platform/duration';
import { readSetting } from '#platform/settings';
import { teamCalendar } from '#platform/team-calendar';
import { supportHours, ticketWindows } from './settings';
import type { AnswerClocks } from './ticket.machine';

/** How the clocks of a ticket run that begins to wait in this transaction: open hours only. */
export async function answerClocks(ctx: TxCtx): Promise<AnswerClocks> {
  const { reminder, answer } = await readSetting(ctx, ticketWindows);
  const hours = {
    ...(await readSetting(ctx, teamCalendar)),
    ...(await readSetting(ctx, supportHours)),
  };
  const at = await now(ctx);
  const until = (length: Duration) => businessTimeAfter(hours, at, length).getTime() - at.getTime();
  return { reminder: until(reminder), answer: until(answer) };
}
