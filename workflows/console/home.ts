import { applicationCharts, applicationQueue, medianReviewHours } from '#modules/clinic-onboarding';
import { countUnconfirmed } from '#modules/content';
import { recentSmsAlerts } from '#modules/identity';
import { dealQueue, reviewQueue } from '#modules/deals';
import { leadCharts, screeningQueue } from '#modules/leads';
import { maskingReviewQueue, reportedQueue } from '#modules/messaging';
import { ticketQueue } from '#modules/support';
import { failedQueue } from '#modules/notifications';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { alertQueue } from '#platform/flow';
import type { HomeRecord } from '#platform/console-records';

/** What the console opens with: queues with their clocks, thirty days in figures, and what looks odd. */
export async function consoleHome(ctx: Ctx<ActorOf<'staff'>>): Promise<HomeRecord> {
  const queues = await Promise.all(
    [
      applicationQueue,
      screeningQueue,
      dealQueue,
      reviewQueue,
      reportedQueue,
      maskingReviewQueue,
      ticketQueue,
      failedQueue,
      alertQueue,
    ].map((queue) => queue(ctx)),
  );
  return {
    queues,
    charts: { ...(await applicationCharts(ctx)), ...(await leadCharts(ctx)) },
    medianReviewHours: await medianReviewHours(ctx),
    unconfirmedClaims: ctx.actor.role === 'admin' ? await countUnconfirmed(ctx) : null,
    smsAlerts: await recentSmsAlerts(ctx),
  };
}
