import { checkInQueue, checkInRows } from '#modules/aftercare';
import {
  applicationCharts,
  applicationQueue,
  applicationRows,
  clinicNames,
  medianReviewHours,
} from '#modules/clinic-onboarding';
import { countUnconfirmed } from '#modules/content';
import { recentSmsAlerts } from '#modules/identity';
import { dealQueue, dealRows, reviewQueue, reviewRows } from '#modules/deals';
import { leadCharts, screeningQueue, screeningRows } from '#modules/leads';
import {
  maskingReviewQueue,
  maskingReviewRows,
  reportedQueue,
  reportedRows,
} from '#modules/messaging';
import { ticketQueue, ticketRows } from '#modules/support';
import { findingQueue, findingRows } from '#modules/twins';
import { failedQueue, failedRows } from '#modules/notifications';
import { clinicsApart } from '#modules/offers';
import { laterReviewQueue, laterReviewRows } from '#modules/outcomes';
import type { CtxOf } from '#platform/context';
import { alertQueue, alertRows } from '#engine/operations';
import type { HomeRecord, QueueCounts } from '#platform/lists/console-records';
import { queueCounts } from '#platform/lists/queue-figures';

/** What the console opens with: queues with their clocks, thirty days in figures, and what looks odd. */
export async function consoleHome(ctx: CtxOf<'staff'>): Promise<HomeRecord> {
  const queues = await Promise.all(
    [
      applicationQueue,
      findingQueue,
      screeningQueue,
      checkInQueue,
      dealQueue,
      reviewQueue,
      laterReviewQueue,
      reportedQueue,
      maskingReviewQueue,
      ticketQueue,
      failedQueue,
      alertQueue,
    ].map((queue) => queue(ctx)),
  );
  return {
    demo: ctx.services.env.mode === 'demo',
    queues,
    charts: { ...(await applicationCharts(ctx)), ...(await leadCharts(ctx)) },
    medianReviewHours: await medianReviewHours(ctx),
    unconfirmedClaims: ctx.actor.role === 'admin' ? await countUnconfirmed(ctx) : null,
    apart: await namedApart(ctx),
    smsAlerts: await recentSmsAlerts(ctx),
  };
}

async function namedApart(ctx: CtxOf<'staff'>): Promise<HomeRecord['apart']> {
  const found = await clinicsApart(ctx);
  const names = await clinicNames(
    ctx,
    found.map(({ clinicId }) => clinicId),
  );
  return found.map((one) => ({ ...one, clinicName: names.get(one.clinicId) ?? '' }));
}

/** How many wait in each queue, in the order of the home page. */
export const consoleQueues = async (ctx: CtxOf<'staff'>): Promise<QueueCounts> => ({
  queues: await queueCounts(ctx, [
    applicationRows,
    findingRows,
    screeningRows,
    checkInRows,
    dealRows,
    reviewRows,
    laterReviewRows,
    reportedRows,
    maskingReviewRows,
    ticketRows,
    failedRows,
    alertRows,
  ]),
});
