import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { photosViewed, photoAccessChanged } from '#contracts/consultation';
import { leadChanged } from '#contracts/leads';
import { photosOfLead } from '#modules/consultation';
import { keepWaiting, openCities, readLead } from '#modules/leads';
import { changePhotoAccess, photoViews } from '#workflows';
import { RequestDetail } from '#app/requests/request-detail';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('leads.detail');

export const loader = pageLoader('patient', async (ctx, { params }) => {
  const details = await readLead(ctx, { leadId: params.id ?? '' });
  const leadId = details.lead._id;
  const [photos, seen] = await Promise.all([
    photosOfLead(ctx, { leadId }),
    photoViews(ctx, { leadId }),
  ]);
  return { details, photos, seen };
});

const photoAccessOf = (allowed: boolean) =>
  intent('patient', z.object({ clinicId: z.string() }), async (ctx, { clinicId }, { params }) => {
    const leadId = params.id ?? '';
    await changePhotoAccess(ctx, { leadId, clinicId, allowed });
    return redirect(`/request-detail/${leadId}#photo-viewers`);
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
  'hide-photos': photoAccessOf(false),
  'show-photos': photoAccessOf(true),
});

export const clientLoader = keepLast;

const changes: readonly string[] = [leadChanged, photosViewed, photoAccessChanged];

export default function RequestDetailPage() {
  const { details, photos, seen } = useLoaderData<typeof loader>();
  const id = details.lead._id;
  // A clinic opens several photos at once.
  useLive(({ type, leadId }) => changes.includes(type) && leadId === id, { withinMs: 500 });
  return <RequestDetail details={details} photos={photos} seen={seen} />;
}
