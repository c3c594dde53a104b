import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { labelKey } from '#contracts/consultation';
import { maxCancelReason, type LeadDto } from '#contracts/leads';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Button, ButtonLink } from '../components/button';
import { ErrorSummary } from '../components/error-summary';
import { Page } from '../components/page';
import { TextAreaField } from '../components/text-area-field';

/** The question before a request is cancelled: a page of its own, so that it needs no script. */
export function CancelForm({ lead }: { lead: LeadDto }) {
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
