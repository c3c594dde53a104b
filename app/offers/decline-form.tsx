import { getFormProps, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { declineReasons } from '#contracts/offers';
import type { OfferInFull } from '#workflows';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Button, ButtonLink } from '../components/button';
import { ErrorSummary } from '../components/error-summary';
import { Page } from '../components/page';

/** No to one offer: one tap with a reason, or without any. */
export function DeclineForm({ offer }: { offer: OfferInFull }) {
  const t = useText();
  const { reply, pending } = useIntent('decline');
  const chosen = useNavigation().formData?.get('reason');
  const [form] = useForm({ id: 'decline', lastResult: reply });
  const { clinicName } = offer.clinic;
  return (
    <Page
      title={t('offers.decline.heading', { clinic: clinicName })}
      lead={t('offers.decline.lead')}
      back={{ to: `/offers/${offer.leadId}` }}
    >
      <Form method="post" {...getFormProps(form)} className="space-y-6">
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="decline" />
        <fieldset>
          <legend className="mb-2 font-semibold">{t('offers.decline.why')}</legend>
          <div className="flex flex-wrap gap-2">
            {declineReasons.map((reason) => (
              <Button
                key={reason}
                name="reason"
                value={reason}
                variant="secondary"
                pending={pending && chosen === reason}
              >
                {t(`offers.reason.${reason}`)}
              </Button>
            ))}
          </div>
        </fieldset>
        <div className="flex flex-wrap gap-3">
          <Button name="reason" value="" variant="danger" pending={pending && chosen === ''}>
            {t('offers.decline.without')}
          </Button>
          <ButtonLink variant="secondary" to={`/offers/${offer.leadId}`}>
            {t('offers.decline.keep')}
          </ButtonLink>
        </div>
      </Form>
    </Page>
  );
}
