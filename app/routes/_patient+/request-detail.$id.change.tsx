import { getFormProps, useForm } from '@conform-to/react';
import { Form, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { hasBegun, labelKey, stepPath } from '#contracts/consultation';
import { isActive } from '#contracts/leads';
import { readDraft } from '#modules/consultation';
import { readLead } from '#modules/leads';
import { changeRequest } from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { Button, ButtonLink } from '#app/components/button';
import { ErrorSummary } from '#app/components/error-summary';
import { Page } from '#app/components/page';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

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

/** The question before a request is changed: what happens to it, and to another one that was begun. */
export default function ChangeRequestPage() {
  const { lead, begun } = useLoaderData<typeof loader>();
  const t = useText();
  const { reply, pending } = useIntent('change');
  const back = `/request-detail/${lead._id}`;
  const [form] = useForm({ id: 'change', lastResult: reply });
  const treatment = t(labelKey('sub-treatment', lead.subTreatment));
  return (
    <Page
      title={t('leads.change.title')}
      lead={t(lead.status === 'pending' ? 'leads.change.lead_unread' : 'leads.change.lead', {
        treatment,
      })}
      back={{ to: back }}
    >
      <Form method="post" {...getFormProps(form)} className="space-y-6">
        <ErrorSummary form={form} />
        <ol className="measure list-decimal space-y-1 ps-6">
          <li>
            {t(lead.status === 'pending' ? 'leads.change.replaced' : 'leads.change.cancelled')}
          </li>
          {lead.offersCount > 0 ? (
            <li>{t('leads.change.offers', { count: lead.offersCount })}</li>
          ) : null}
          <li>{t('leads.change.filled')}</li>
          <li>{t('leads.change.nothing_sent')}</li>
        </ol>
        {begun ? (
          <Banner tone="warn" title={t('leads.change.begun')}>
            <p>
              {begun.subTreatment
                ? t('leads.change.begun_of', {
                    treatment: t(labelKey('sub-treatment', begun.subTreatment)),
                  })
                : t('leads.change.begun_text')}
            </p>
            <input type="hidden" name="replaceDraft" value="on" />
          </Banner>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="change" pending={pending}>
            {t(begun ? 'leads.change.replace' : 'leads.change.submit')}
          </Button>
          <ButtonLink variant="secondary" to={back}>
            {t('leads.change.keep')}
          </ButtonLink>
        </div>
      </Form>
    </Page>
  );
}
