import { useLoaderData } from '@remix-run/react';
import { applicationChanged } from '#contracts/clinic-onboarding';
import { dealChanged } from '#contracts/deals';
import { noticesChanged } from '#contracts/notifications';
import { offerChanged } from '#contracts/offers';
import { Overview } from '#app/clinic-profile/overview';
import { loadOverview } from '#app/clinic-profile/load-overview.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('clinic.profile');

export const loader = pageLoader('approved-clinic', (ctx) => loadOverview(ctx));
export const clientLoader = keepLast;

const shown = new Set([applicationChanged, dealChanged, noticesChanged, offerChanged]);

export default function ClinicProfilePage() {
  useLive(({ type }) => shown.has(type), { as: 'clinic', withinMs: 1_500 });
  return <Overview {...useLoaderData<typeof loader>()} />;
}
