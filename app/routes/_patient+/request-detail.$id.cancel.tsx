import { useLoaderData } from '@remix-run/react';
import { cancelSchema, isActive } from '#contracts/leads';
import { cancelLead, readLead } from '#modules/leads';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { CancelForm } from '#app/requests/cancel-form';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('leads.cancel');

/** A request that is over has nothing to cancel: back to its page. */
export const loader = pageLoader('patient', async (ctx, { params }) => {
  const { lead } = await readLead(ctx, { leadId: params.id ?? '' });
  if (!isActive(lead.status)) throw redirect(`/request-detail/${lead._id}`);
  return { lead };
});

export const action = pageAction('patient', {
  cancel: intent('patient', cancelSchema, async (ctx, { reason }, { params }) => {
    const { _id } = await cancelLead(ctx, { leadId: params.id ?? '', reason });
    return redirect(`/request-detail/${_id}`);
  }),
});
export const clientAction = keepOnNetworkError;

export default function CancelRequestPage() {
  return <CancelForm lead={useLoaderData<typeof loader>().lead} />;
}
