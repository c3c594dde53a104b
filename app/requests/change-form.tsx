import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { labelKey, type SubTreatment } from '#contracts/consultation';
import type { LeadDto } from '#contracts/leads';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { ErrorSummary } from '../components/error-summary';
import { Page } from '../components/page';

/** Another request that the patient has begun to describe. */
export interface BegunDraft {
  readonly subTreatment: SubTreatment | null;
}

/** The question before a request is changed: what happens to it, and to another one that was begun. */
export function ChangeForm({ lead, begun }: { lead: LeadDto; begun: BegunDraft | null }) {
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
