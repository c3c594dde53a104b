import { forgetOldCases } from '#modules/casework';
import { forgetDrafts } from '#modules/clinic-onboarding';
import { forgetOld } from '#modules/identity';
import { forgetTyped } from '#modules/messaging';
import { forgetOldNotifications } from '#modules/notifications';
import { forgetOfferDrafts } from '#modules/offers';
import { forgetGone } from '#modules/twins';
import { forgetWebhooks } from '#modules/webhooks';
import { system } from '#platform/base/actor';
import { actAs, type CtxOf } from '#platform/context';
import { forgetSignedOutBrowsers } from '../browsers';
import { hours } from '#platform/base/duration';
import { forgetIdempotencyKeys, defineClockJob, job } from '#engine';
import type { Registry } from '#engine/operations';
import { forgetClosedRequests } from './forget-closed-requests';
import { forgetEndedLinks } from './forget-ended-links';
import { forgetOldTickets } from './forget-old-tickets';
import { removeClosedCopies } from './remove-closed-copies';

type Forget = (ctx: CtxOf<'system'>) => Promise<number>;

/**
 * What only removes rows and files whose time is over: nothing waits for it, and a late run costs disk space. The names are
 * stored: never rename them. Each has a minute of its own, so that they do not run at once.
 */
const forgets: ReadonlyArray<readonly [name: string, cron: string, run: Forget]> = [
  ['identity.forget-old', '2 * * * *', forgetOld],
  ['clinic-onboarding.forget-drafts', '7 * * * *', forgetDrafts],
  ['notifications.forget-old', '12 * * * *', forgetOldNotifications],
  ['platform.forget-idempotency-keys', '22 * * * *', forgetIdempotencyKeys],
  ['offers.forget-drafts', '32 * * * *', forgetOfferDrafts],
  ['messaging.forget-typed', '42 * * * *', forgetTyped],
  ['support.forget-tickets', '52 * * * *', forgetOldTickets],
  ['consultation.remove-closed-copies', '57 * * * *', removeClosedCopies],
  ['companions.forget-ended', '25 * * * *', forgetEndedLinks],
  ['webhooks.forget-old', '35 * * * *', forgetWebhooks],
  ['push.forget-signed-out', '45 * * * *', forgetSignedOutBrowsers],
  ['casework.forget-old', '50 3 * * *', forgetOldCases],
  ['twins.forget-gone', '20 3 * * *', forgetGone],
  ['leads.forget-closed', '5 */6 * * *', forgetClosedRequests],
];

/** Each is idempotent and goes in small steps, so an attempt that is cut short costs its open step. */
export const forgetJobs: Registry['jobs'] = forgets.map(([name, , run]) =>
  job(defineClockJob(name, hours(1)), async (ctx) => {
    ctx.log.info({ removed: await run(actAs(ctx, system(name))) }, 'forget.done');
  }),
);

export const forgetSchedules: Registry['schedules'] = forgets.map(([name, cron]) => ({
  job: name,
  cron,
}));
