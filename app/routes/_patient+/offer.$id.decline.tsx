import { getFormProps, useForm } from '@conform-to/react';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { declineReasons, declineSchema, isLive } from '#contracts/offers';
import { declineOffer } from '#modules/offers';
import { offerForPatient } from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Button, ButtonLink } from '#app/components/button';
import { ErrorSummary } from '#app/components/error-summary';
import { Page } from '#app/components/page';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('offers.decline');

/** An offer that is over cannot be declined: its page says what became of it. */
export const loader = pageLoader('patient', async (ctx, { params }) => {
  const offer = await offerForPatient(ctx, { offerId: params.id ?? '' });
  if (!isLive(offer.status)) throw redirect(`/offer/${offer._id}`);
  return { offer };
});

export const action = pageAction('patient', {
  decline: intent('patient', declineSchema, async (ctx, { reason }, { params }) => {
    const { leadId } = await declineOffer(ctx, { offerId: params.id ?? '', reason });
    return redirect(`/offers/${leadId}`);
  }),
});
export const clientAction = keepOnNetworkError;

/** No to one offer: one tap with a reason, or without any. */
export default function DeclineOfferPage() {
  const { offer } = useLoaderData<typeof loader>();
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
