import { mostNotes, maxAuthor, maxNoteText, sharedPhotoAddress } from '#contracts/companions';
import { labelKey } from '#contracts/consultation';
import { compareOffers, type Currency, type Rate } from '#contracts/offers';
import type { SharedView as View } from '#workflows';
import { Banner } from '../components/banner';
import { When } from '../components/date-time';
import { EmptyState } from '../components/empty-state';
import { Page } from '../components/page';
import { PhotoTiles } from '../components/photo-tiles';
import { TextAreaField } from '../components/text-area-field';
import { TextField } from '../components/text-field';
import { Timeline } from '../components/timeline';
import { dealTimeline } from '../deals/deal-timeline';
import { DealStatusTag } from '../deals/deal-status';
import { DealForm, Section } from '../deals/section';
import { AboutRates } from '../offers/about-money';
import { CompareTable } from '../offers/compare-table';
import { cityNames } from '#app/i18n/city-names';
import { useFormats } from '#app/i18n/formats';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';

interface SharedViewProps {
  readonly view: View;
  /** By which offers of several currencies are put in order. */
  readonly rates: readonly Rate[];
  /** A note was just written. */
  readonly noted: boolean;
}

/** What a relative sees of what a patient shares; nothing can be done but to write to the patient, where they want it. */
export function SharedView({ view, rates, noted }: SharedViewProps) {
  const t = useText();
  const { patient, subTreatment, until, photos, notesLeft, offers, deal } = view;
  const words = { name: patient, treatment: t(labelKey('sub-treatment', subTreatment)) };
  return (
    <Page
      title={t(deal ? 'companions.view.deal' : 'companions.view.comparison', words)}
      lead={t('companions.view.lead', words)}
      width={deal ? 'narrow' : 'wide'}
    >
      <div className="space-y-8">
        <p className="measure text-ink-soft">
          <Rich
            id="companions.view.until"
            components={{ when: <When date={until} format="datetime" /> }}
          />
        </p>
        {deal ? <Deal deal={deal} /> : <Offers offers={offers} rates={rates} />}
        {photos.length > 0 ? (
          <Section title={t('companions.view.photos')}>
            <PhotoTiles
              photos={photos}
              columns="grid-cols-2 sm:grid-cols-4"
              address={sharedPhotoAddress}
              alt={(number) => t('consultation.photos.number', { number, total: photos.length })}
            />
          </Section>
        ) : null}
        {notesLeft === null ? null : <WriteNote {...{ patient, notesLeft, noted }} />}
      </div>
    </Page>
  );
}

function Offers({ offers, rates }: Pick<View, 'offers'> & Pick<SharedViewProps, 'rates'>) {
  const t = useText();
  const comparison = compareOffers(offers, 'total', rates);
  if (offers.length === 0)
    return (
      <EmptyState
        title={t('companions.view.no_offers')}
        text={t('companions.view.no_offers_text')}
      />
    );
  return (
    <div className="space-y-4">
      <CompareTable comparison={comparison} />
      <div className="measure space-y-1 text-sm text-ink-soft">
        <p>{t('offers.compare.about_total')}</p>
        <AboutRates comparison={comparison} />
        <p>{t('offers.compare.about_figures')}</p>
      </div>
    </div>
  );
}

function Deal({ deal }: { deal: NonNullable<View['deal']> }) {
  const t = useText();
  const formats = useFormats();
  const { price, priceFinal } = deal;
  const money = ({ amountCents, currency }: typeof price) =>
    formats.money(amountCents, currency as Currency);
  return (
    <>
      <Section title={t('companions.view.agreed')}>
        <DealStatusTag status={deal.status} />
        <dl className="divide-y divide-line">
          <Row title={t('companions.view.clinic')}>{deal.clinicName}</Row>
          {deal.city ? (
            <Row title={t('companions.view.city')}>{cityNames(t, deal.city)}</Row>
          ) : null}
          <Row title={t('companions.view.price')}>{money(price)}</Row>
          {priceFinal ? <Row title={t('companions.view.paid')}>{money(priceFinal)}</Row> : null}
        </dl>
      </Section>
      <Section title={t('deals.progress')}>
        <Timeline items={dealTimeline(t, { ...deal, review: null, cancelled: null })} />
      </Section>
    </>
  );
}

const Row = ({ title, children }: { title: string; children: string }) => (
  <div className="grid gap-x-4 py-2 sm:grid-cols-[1fr_2fr]">
    <dt className="text-ink-soft">{title}</dt>
    <dd className="tnum">{children}</dd>
  </div>
);

interface WriteNoteProps extends Pick<View, 'patient'> {
  readonly notesLeft: number;
  /** One was just written. */
  readonly noted: boolean;
}

function WriteNote({ patient, notesLeft, noted }: WriteNoteProps) {
  const t = useText();
  return (
    <Section id="notes" title={t('companions.view.note', { name: patient })}>
      {noted ? <Banner tone="ok" title={t('companions.view.noted', { name: patient })} /> : null}
      {notesLeft === 0 ? (
        <p>{t('companions.view.notes_full', { most: mostNotes })}</p>
      ) : (
        <>
          <p className="measure">{t('companions.view.note_text', { name: patient })}</p>
          {/* Another form once a note was written: what was sent stands in it no more. */}
          <DealForm<{ text: string; author: string }>
            key={notesLeft}
            intent="note"
            submit={t('companions.view.send')}
          >
            {({ text, author }) => (
              <>
                <TextAreaField
                  meta={text}
                  label={t('companions.view.words')}
                  maxLength={maxNoteText}
                  rows={4}
                />
                <TextField
                  meta={author}
                  label={t('companions.view.author')}
                  hint={t('companions.view.author_hint', { name: patient })}
                  maxLength={maxAuthor}
                  autoComplete="off"
                  optional
                />
              </>
            )}
          </DealForm>
        </>
      )}
    </Section>
  );
}
