import { MessageCircle } from 'lucide-react';
import type { ItemState } from '#contracts/offers';
import { Banner } from '#app/components/banner';
import { buttonStyle } from '#app/components/button-style';
import { ButtonLink } from '#app/components/button';
import { Page } from '#app/components/page';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/use-scripts';
import { CallLater, OfferBody } from '#app/offers/offer-body';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('offers.sample');

export const loader = pageLoader('public', async () => ({}));

export default SamplePage;

const lines: ReadonlyArray<[key: string, state: ItemState, priceCents?: number]> = [
  ['consultation', 'included'],
  ['procedure', 'included'],
  ['anaesthesia', 'included'],
  ['medication', 'extra', 6_000],
  ['follow-up', 'included'],
  ['revision', 'not-stated'],
];

/** An example for everybody to read: the offer of a clinic that does not exist (docs/product.md, Offers and deals). */
function SamplePage() {
  const t = useText();
  const offer = {
    clinic: { _id: '', clinicName: t('offers.sample.clinic'), rating: null },
    amountCents: 250_000,
    listPriceCents: 320_000,
    currency: 'USD' as const,
    message: t('offers.sample.message'),
    items: lines.map(([key, state, priceCents]) => ({
      ...{ key, state, priceCents },
      ...(key === 'procedure' ? { quantity: 1, unit: 'implants' as const } : {}),
    })),
    doctorName: t('offers.sample.doctor'),
    earliestDate: null,
    availability: t('offers.sample.availability'),
    ...{ trips: 2, nights: 7, daysInCountry: null, guaranteeMonths: 60 },
    assumptions: [{ text: t('offers.sample.assumption'), surchargeCents: 40_000 }],
    attachments: [],
    changedLines: [],
    slug: null,
    doctorPicture: null,
    reputation: {
      rating: { average: 4.8, count: 24 },
      answerTime: { medianMinutes: 120, sample: 31 },
      askedAnswerTime: null,
      priceKept: { kept: 11, of: 12 },
      priceForeseen: null,
    },
  };
  return (
    <Page title={offer.clinic.clinicName} lead={t('offers.sample.lead')}>
      <div className="space-y-6">
        <Banner tone="info" title={t('offers.sample.title')}>
          <p>{t('offers.sample.text')}</p>
        </Banner>
        <OfferBody
          offer={offer}
          contact={
            <div className="flex flex-wrap items-start gap-3">
              <details className="min-w-0">
                <summary className={buttonStyle({ variant: 'secondary' })}>
                  <MessageCircle aria-hidden="true" className="size-5" />{' '}
                  {t('offers.offer.contact')}
                </summary>
                <p className="measure mt-2 text-sm text-ink-soft">
                  {t('offers.sample.contact_text')}
                </p>
              </details>
              <CallLater text={t('offers.sample.call_text')} />
            </div>
          }
        />
        <ButtonLink to="/consultation">{t('offers.sample.start')}</ButtonLink>
      </div>
    </Page>
  );
}
