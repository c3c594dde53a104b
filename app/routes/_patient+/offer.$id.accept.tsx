import { getFormProps, useForm } from '@conform-to/react';
import { Form, useLoaderData } from '@remix-run/react';
import { acceptShownSchema, isLive, missingOf, totalOf } from '#contracts/offers';
import {
  acceptShownOffer,
  askedForMissing,
  offerForPatient,
  type OfferInFull,
  othersBeside,
} from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { Button, ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { ErrorSummary } from '#app/components/error-summary';
import { Page } from '#app/components/page';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { AskMissing } from '#app/offers/ask-missing';
import { Assumptions, CalendarDay, ChangedMark } from '#app/offers/offer-parts';
import { OfferSum } from '#app/offers/offer-sum';

export const meta = pageMeta('offers.accept');

/** An offer that is over cannot be accepted: its page says what became of it. */
export const loader = pageLoader('patient', async (ctx, { params }) => {
  const offer = await offerForPatient(ctx, { offerId: params.id ?? '' });
  if (!isLive(offer.status)) throw redirect(`/offer/${offer._id}`);
  const asked = (await askedForMissing(ctx, [offer])).length > 0;
  return { offer, others: await othersBeside(ctx, offer), asked };
});

export const action = pageAction('patient', {
  accept: intent('patient', acceptShownSchema, async (ctx, { revision }, { params }) => {
    const { id } = await acceptShownOffer(ctx, { offerId: params.id ?? '', revision });
    return redirect(`/deal/${id}`);
  }),
});
export const clientAction = keepOnNetworkError;

/** The question before an offer is accepted: what it costs, what it leaves out, and what happens. */
export default function AcceptOfferPage() {
  const { offer, others, asked } = useLoaderData<typeof loader>();
  const t = useText();
  const { reply, pending } = useIntent('accept');
  const [form] = useForm({ id: 'accept', lastResult: reply });
  const { clinicName } = offer.clinic;
  const missing = missingOf(offer);
  const back = `/offers/${offer.leadId}`;
  return (
    <Page title={t('offers.accept.heading', { clinic: clinicName })} back={{ to: back }}>
      <div className="mb-6 space-y-6">
        <What offer={offer} />
        {missing.length > 0 ? <Missing offer={offer} asked={asked} /> : null}
      </div>
      <Form method="post" {...getFormProps(form)} className="space-y-6">
        <ErrorSummary form={form} />
        <section>
          <h2 className="text-lg">{t('offers.accept.what_happens')}</h2>
          <ul className="measure mt-2 list-disc space-y-2 ps-6">
            <li>{t('offers.accept.contact', { clinic: clinicName })}</li>
            <li>{t('offers.accept.others', { count: others })}</li>
            <li>{t('offers.accept.sealed', { revision: offer.revision })}</li>
            <li>{t('offers.accept.request')}</li>
            <li>{t('offers.accept.no_charge')}</li>
          </ul>
        </section>
        <input type="hidden" name="revision" value={offer.revision} />
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="accept" pending={pending}>
            {t('offers.accept.submit')}
          </Button>
          <ButtonLink variant="secondary" to={back}>
            {t('offers.accept.keep')}
          </ButtonLink>
        </div>
      </Form>
    </Page>
  );
}

/** What is accepted, in short. */
function What({ offer }: { offer: OfferInFull }) {
  const t = useText();
  const notStated = t('offers.state.not-stated');
  return (
    <Card className="wrap-anywhere">
      <OfferSum offer={offer} totalCents={totalOf(offer)} missing={missingOf(offer)} />
      <p className="mt-1">
        {t('offers.row.doctor')}: {offer.doctorName ?? notStated}
      </p>
      <p>
        {t('offers.row.earliest')}:{' '}
        {offer.earliestDate ? <CalendarDay date={offer.earliestDate} /> : notStated}
      </p>
      {offer.assumptions.length > 0 ? (
        <div className="mt-3 border-t border-line pt-3">
          <h2 className="mb-1 text-base font-semibold">{t('offers.row.assumptions')}</h2>
          <Assumptions assumptions={offer.assumptions} currency={offer.currency} />
          <p className="mt-1 text-sm text-ink-soft">{t('offers.accept.assumptions')}</p>
        </div>
      ) : null}
      <ChangedMark offer={offer} />
    </Card>
  );
}

function Missing({ offer, asked }: { offer: OfferInFull; asked: boolean }) {
  const t = useText();
  return (
    <Banner tone="warn" title={t('offers.accept.missing')}>
      <p>{t('offers.accept.missing_text')}</p>
      <AskMissing offerId={offer._id} clinicName={offer.clinic.clinicName} asked={asked} />
    </Banner>
  );
}
