import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { hasBegun, stepPath } from '#contracts/consultation';
import { isActive } from '#contracts/leads';
import { readDraft } from '#modules/consultation';
import { readLead } from '#modules/leads';
import { changeRequest } from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { ChangeForm } from '#app/requests/change-form';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('leads.change');

/** A request that is over cannot be changed: back to its page. */
export const loader = pageLoader('patient', async (ctx, { params }) => {
  const { lead } = await readLead(ctx, { leadId: params.id ?? '' });
  if (!isActive(lead.status)) throw redirect(`/request-detail/${lead._id}`);
  const draft = await readDraft(ctx);
  const begun = draft && hasBegun(draft) ? { subTreatment: draft.fields.subTreatment } : null;
  return { lead, begun };
});

/** What was begun meanwhile was not spoken of on the page: then it is asked again. */
const change = z.object({ replaceDraft: z.literal('on').optional() });

export const action = pageAction('patient', {
  change: intent('patient', change, async (ctx, { replaceDraft }, { params }) => {
    const leadId = params.id ?? '';
    await changeRequest(ctx, { leadId, replaceDraft: replaceDraft === 'on' });
    return redirect(stepPath(7));
  }),
});
export const clientAction = keepOnNetworkError;

export default function ChangeRequestPage() {
  return <ChangeForm {...useLoaderData<typeof loader>()} />;
}
