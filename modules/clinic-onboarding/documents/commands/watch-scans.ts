import { and, count, eq, isNull, lt, sql } from 'drizzle-orm';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { hours, inSeconds, minutes } from '#platform/duration';
import { takePoint } from '#platform/rate-limit';
import { clinicDocument } from '../../tables.server';

/** A document that waits longer for its scan means that the scanner is away. */
const patience = minutes(15);

/**
 * Raises an alert while documents wait too long for their scan: a line of the log and of the audit, once an hour at
 * most. Returns how many wait.
 */
export async function watchScans(ctx: Ctx): Promise<number> {
  const late = sql<Date>`${sqlNow} - make_interval(secs => ${inSeconds(patience)})`;
  const [row] = await ctx.db
    .select({ documents: count() })
    .from(clinicDocument)
    .where(
      and(
        eq(clinicDocument.scan, 'pending'),
        isNull(clinicDocument.removedAt),
        lt(clinicDocument.createdAt, late),
      ),
    );
  const documents = row?.documents ?? 0;
  if (documents === 0) return 0;
  const rule = { name: 'clinic-onboarding.scan-alert', limit: 1, window: hours(1) };
  const { allowed } = await takePoint(ctx, rule, 'scanner');
  if (allowed) {
    ctx.log.error({ documents }, 'clinic-onboarding.scan-overdue');
    await audit(ctx, {
      action: 'clinic-onboarding.scan-overdue',
      outcome: 'failed',
      facts: { documents },
    });
  }
  return documents;
}
