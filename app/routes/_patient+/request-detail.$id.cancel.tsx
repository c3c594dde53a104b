import { getFormProps, useForm } from '@conform-to/react';
import { Form, useLoaderData } from '@remix-run/react';
import { labelKey } from '#contracts/consultation';
import { cancelSchema, isActive, maxCancelReason } from '#contracts/leads';
import { cancelLead, readLead } from '#modules/leads';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Button, ButtonLink } from '#app/components/button';
import { ErrorSummary } from '#app/components/error-summary';
import { Page } from '#app/components/page';
import { TextAreaField } from '#app/components/text-area-field';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

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

/** The question before a request is cancelled: a page of its own, so that it needs no script. */
export default function CancelRequestPage() {
  const { lead } = useLoaderData<typeof loader>();
  const t = useText();
  const { reply, pending } = useIntent('cancel');
  const back = `/request-detail/${lead._id}`;
  const [form, fields] = useForm<{ reason?: string }>({ id: 'cancel', lastResult: reply });
  return (
    <Page
      title={t('leads.cancel.title')}
      lead={t('leads.cancel.lead', { treatment: t(labelKey('sub-treatment', lead.subTreatment)) })}
      back={{ to: back }}
    >
      <Form method="post" {...getFormProps(form)} className="space-y-6">
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="cancel" />
        <TextAreaField
          meta={fields.reason}
          label={t('leads.cancel.reason')}
          hint={t('leads.cancel.reason_hint')}
          maxLength={maxCancelReason}
          optional
        />
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" pending={pending}>
            {t('leads.cancel.submit')}
          </Button>
          <ButtonLink variant="secondary" to={back}>
            {t('leads.cancel.keep')}
          </ButtonLink>
        </div>
      </Form>
    </Page>
  );
}
