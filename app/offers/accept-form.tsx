import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { compareOffers, type Compared } from '#contracts/offers';
import type { OfferInFull } from '#workflows';
import { useIntent } from '#app/auth/use-intent';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { ErrorSummary } from '../components/error-summary';
import { Page } from '../components/page';
import { CalendarDay, ChangedMark, Price } from './offer-facts';

interface AcceptFormProps {
  offer: OfferInFull;
  /** Other live offers for the request. */
  others: number;
}

/** The question before an offer is accepted: what it costs, what it leaves out, and what happens. */
export function AcceptForm({ offer, others }: AcceptFormProps) {
  const t = useText();
  const { reply, pending } = useIntent('accept');
  const [form] = useForm({ id: 'accept', lastResult: reply });
  const { clinicName } = offer.clinic;
  const [column] = compareOffers([offer], 'total').offers;
  const back = `/offers/${offer.leadId}`;
  return (
    <Page title={t('offers.accept.heading', { clinic: clinicName })} back={{ to: back }}>
      <Form method="post" {...getFormProps(form)} className="space-y-6">
        <ErrorSummary form={form} />
        <What column={column!} />
        {column!.missing.length > 0 ? <Missing column={column!} /> : null}
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

type Column = Compared<OfferInFull>;

/** What is accepted, in short. */
function What({ column: { offer, totalCents } }: { column: Column }) {
  const t = useText();
  const formats = useFormats();
  const notStated = t('offers.state.not-stated');
  return (
    <Card className="wrap-anywhere">
      <p>
        <Price offer={offer} large />
      </p>
      {totalCents === offer.amountCents ? null : (
        <p className="tnum">
          {t('offers.offer.total', { total: formats.money(totalCents, offer.currency) })}
        </p>
      )}
      <p className="mt-1">
        {t('offers.row.doctor')}: {offer.doctorName ?? notStated}
      </p>
      <p>
        {t('offers.row.earliest')}:{' '}
        {offer.earliestDate ? <CalendarDay date={offer.earliestDate} /> : notStated}
      </p>
      <ChangedMark offer={offer} />
    </Card>
  );
}

function Missing({ column: { offer, missing } }: { column: Column }) {
  const t = useText();
  return (
    <Banner tone="warn" title={t('offers.accept.missing')}>
      <p>
        {t('offers.accept.missing_text', {
          lines: missing.map(({ key }) => t(`offers.item.${key}`)).join('; '),
        })}
      </p>
      <p className="mt-3">
        <ButtonLink variant="secondary" to={`/conversation/${offer._id}`}>
          {t('offers.accept.ask')}
        </ButtonLink>
      </p>
    </Banner>
  );
}
