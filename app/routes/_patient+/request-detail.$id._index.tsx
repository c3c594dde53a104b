import { redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { leadChanged } from '#contracts/leads';
import { photosOfLead } from '#modules/consultation';
import { keepWaiting, openCities, readLead } from '#modules/leads';
import { RequestDetail } from '#app/requests/request-detail';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('leads.detail');

export const loader = pageLoader('patient', async (ctx, { params }) => {
  const details = await readLead(ctx, { leadId: params.id ?? '' });
  return { details, photos: await photosOfLead(ctx, { leadId: details.lead._id }) };
});

export const action = pageAction('patient', {
  'keep-waiting': intent('patient', z.object({}), async (ctx, _value, { params }) => {
    const { _id } = await keepWaiting(ctx, { leadId: params.id ?? '' });
    return redirect(`/request-detail/${_id}`);
  }),
  'open-cities': intent('patient', z.object({}), async (ctx, _value, { params }) => {
    const { _id } = await openCities(ctx, { leadId: params.id ?? '' });
    return redirect(`/request-detail/${_id}`);
  }),
});

export const clientLoader = keepLast();

export default function RequestDetailPage() {
  const { details, photos } = useLoaderData<typeof loader>();
  const id = details.lead._id;
  useLive(({ type, leadId }) => type === leadChanged && leadId === id);
  return <RequestDetail details={details} photos={photos} />;
}
