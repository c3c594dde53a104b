import { MessageCircle, Paperclip, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { figureNames, missingOf, type StatedFigure, totalOf } from '#contracts/offers';
import type { ShownOffer } from '#workflows';
import { buttonStyle } from '../components/button-style';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { DoctorPicture } from '../components/clinic-pictures';
import { Link } from '../components/link';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';
import { ClinicLinks } from './clinic-links';
import { Assumptions, CalendarDay, figureWords, LineState, reputationWords } from './offer-parts';
import { OfferSum } from './offer-sum';

/** What an offer says, and what is known of its clinic. */
type OfferContents = Pick<
  ShownOffer,
  | 'clinic'
  | 'amountCents'
  | 'listPriceCents'
  | 'currency'
  | 'message'
  | 'items'
  | 'doctorName'
  | 'earliestDate'
  | 'availability'
  | 'attachments'
  | 'assumptions'
  | StatedFigure
  | 'reputation'
  | 'changedLines'
  | 'slug'
  | 'doctorPicture'
>;

interface OfferBodyProps {
  offer: OfferContents;
  /** Below the total: what it is about in the reader's currency. */
  about?: ReactNode;
  /** Below the price: until when it stands. */
  validity?: ReactNode;
  /** Call and Contact Clinic. */
  contact: ReactNode;
  /** Below what is included: asks the clinic for what it left out. */
  ask?: ReactNode;
  /** What stands in place of the clinic's words, and below its message; as they were typed where nothing is said. */
  words?: OfferWords;
}

/** The clinic's own words, as the reader sees them. */
export interface OfferWords {
  readonly message?: ReactNode;
  readonly availability?: ReactNode;
  /** In the order of the offer's. */
  readonly assumptions?: readonly ReactNode[];
  readonly below?: ReactNode;
}

/** One offer in full. */
export function OfferBody({
  offer,
  about,
  validity,
  contact,
  ask,
  words: own = {},
}: OfferBodyProps) {
  const t = useText();
  const formats = useFormats();
  const words = reputationWords({ t, formats }, offer.reputation);
  return (
    <>
      <Section title={t('offers.offer.price')}>
        <OfferSum {...{ offer, about }} totalCents={totalOf(offer)} missing={missingOf(offer)} />
        {validity}
        <div className="mt-4 border-t border-line pt-4">{contact}</div>
      </Section>
      <Section title={t('offers.offer.clinic')}>
        <dl className="divide-y divide-line">
          <Row title={t('offers.row.rating')}>{words.rating}</Row>
          <Row title={t('offers.row.answer')}>{words.answer}</Row>
          <Row title={t('offers.row.kept')}>{words.kept}</Row>
        </dl>
        <ClinicLinks clinicName={offer.clinic.clinicName} slug={offer.slug} />
      </Section>
      <Section title={t('offers.offer.message')}>
        {own.message ?? (
          <p className="measure whitespace-pre-line wrap-anywhere">{offer.message}</p>
        )}
        {own.below}
      </Section>
      <Section title={t('offers.offer.included')}>
        <dl className="divide-y divide-line">
          {offer.items.map((item) => (
            <Row
              key={item.key}
              title={t(`offers.item.${item.key}`)}
              marked={offer.changedLines.includes(item.key)}
            >
              <LineState item={item} offer={offer} />
            </Row>
          ))}
        </dl>
        {ask}
      </Section>
      <Terms offer={offer} words={own.assumptions} />
      <Doctor offer={offer} availability={own.availability} />
      {offer.attachments.length > 0 ? <Attachments files={offer.attachments} /> : null}
    </>
  );
}

/** Who treats, and when. */
function Doctor({ offer, availability }: { offer: OfferContents; availability: ReactNode }) {
  const t = useText();
  const notStated = t('offers.state.not-stated');
  return (
    <Section title={t('offers.offer.doctor')}>
      <dl className="divide-y divide-line">
        <Row title={t('offers.row.doctor')}>
          <span className="flex items-center gap-3">
            <DoctorPicture id={offer.doctorPicture} name={offer.doctorName ?? ''} />
            {offer.doctorName ?? notStated}
          </span>
        </Row>
        <Row title={t('offers.row.earliest')}>
          {offer.earliestDate ? <CalendarDay date={offer.earliestDate} /> : notStated}
        </Row>
        <Row title={t('offers.row.availability')}>
          {availability ?? (
            <span className="whitespace-pre-line">{offer.availability ?? notStated}</span>
          )}
        </Row>
      </dl>
    </Section>
  );
}

/** The journey, the guarantee, and what the price rests on; nothing where the clinic states none of it. */
function Terms({ offer, words }: { offer: OfferContents; words: OfferWords['assumptions'] }) {
  const t = useText();
  const stated = figureNames.filter((name) => offer[name] !== null);
  if (stated.length === 0 && offer.assumptions.length === 0) return null;
  return (
    <Section title={t('offers.offer.terms')}>
      {stated.length > 0 ? (
        <dl className="divide-y divide-line">
          {stated.map((name) => (
            <Row key={name} title={t(`offers.row.${name}`)}>
              {figureWords(t, name, offer[name])}
            </Row>
          ))}
        </dl>
      ) : null}
      {offer.assumptions.length > 0 ? (
        <div className="py-2.5">
          <h3 className="mb-1 text-base font-semibold">{t('offers.row.assumptions')}</h3>
          <Assumptions assumptions={offer.assumptions} currency={offer.currency} words={words} />
        </div>
      ) : null}
    </Section>
  );
}

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card as="section" className="print:border-0 print:p-0">
    <h2 className="mb-3 text-lg">{title}</h2>
    {children}
  </Card>
);

interface RowProps {
  title: string;
  /** The last revision put it differently. */
  marked?: boolean;
  children: ReactNode;
}

const Row = ({ title, marked, children }: RowProps) => (
  <div className="grid gap-1 py-2.5 sm:grid-cols-[12rem_1fr] sm:gap-4">
    <dt className="font-semibold wrap-anywhere">{title}</dt>
    <dd className={marked ? 'min-w-0 bg-accent-soft wrap-anywhere' : 'min-w-0 wrap-anywhere'}>
      {children}
    </dd>
  </div>
);

function Attachments({ files }: { files: OfferContents['attachments'] }) {
  const t = useText();
  return (
    <Section title={t('offers.offer.attachments')}>
      <ul className="space-y-1">
        {files.map(({ id, name, bytes }) => (
          <li key={id}>
            <a
              href={`/api/files/${id}`}
              className="link inline-flex min-h-11 items-center gap-2 wrap-anywhere"
            >
              <Paperclip aria-hidden="true" className="size-4 shrink-0" />
              {t('offers.offer.file', { name, size: Math.max(1, Math.round(bytes / 1024)) })}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A number to call, and as people read it. */
interface ShownPhone {
  readonly number: string;
  readonly shown: string;
}

interface ContactClinicProps {
  offerId: string;
  clinicName: string;
  /** Open once the offer was accepted, and until what was agreed is cancelled. */
  phone: ShownPhone | null;
  accepted: boolean;
  /** Messages that the patient has not seen. */
  unread: number;
}

/** Call and Contact Clinic: writing is always possible, calling from the acceptance on. */
export function ContactClinic({
  offerId,
  clinicName,
  phone,
  accepted,
  unread,
}: ContactClinicProps) {
  const t = useText();
  return (
    <div className="flex flex-wrap items-start gap-3 print:hidden">
      <ButtonLink to={`/conversation/${offerId}`} variant="secondary">
        <MessageCircle aria-hidden="true" className="size-5" /> {t('offers.offer.contact')}
      </ButtonLink>
      {phone ? (
        <a href={`tel:${phone.number}`} className={buttonStyle({ variant: 'secondary' })}>
          <Phone aria-hidden="true" className="size-5" />
          {t('offers.offer.call_number', { phone: phone.shown })}
        </a>
      ) : (
        <CallLater
          text={t(accepted ? 'offers.offer.call_over' : 'offers.offer.call_later', {
            clinic: clinicName,
          })}
        />
      )}
      {unread > 0 ? (
        // Last, so that no button moves when a message comes.
        <Link to={`/conversation/${offerId}`} className="link self-center font-semibold">
          {t('offers.compare.unread', { count: unread })}
        </Link>
      ) : null}
    </div>
  );
}

/** In place of a call that is not possible: no button, but from when on it is. */
export function CallLater({ text }: { text: string }) {
  const t = useText();
  return (
    <p className="measure w-full text-sm text-ink-soft wrap-anywhere">
      <Phone aria-hidden="true" className="me-1.5 inline-block size-4 align-text-bottom" />
      <strong className="text-ink">{t('offers.offer.call')}</strong> {text}
    </p>
  );
}
