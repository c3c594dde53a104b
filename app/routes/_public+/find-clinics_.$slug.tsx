import { useLoaderData } from '@remix-run/react';
import {
  BadgeCheck,
  Clock,
  HeartPulse,
  History,
  type LucideIcon,
  MapPin,
  ReceiptText,
  Star,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import type { PublicClinic } from '#contracts/clinic-onboarding';
import { labelKey } from '#contracts/consultation';
import type { OutcomeFigures } from '#contracts/outcomes';
import { isAppError } from '#platform/base/errors';
import type { Ctx } from '#platform/context';
import { readPublicClinic, reviewsOf, translateReview } from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { countryIn } from '#app/clinic/countries';
import { shownPlace } from '#app/clinic/place.server';
import { askPath } from '#app/clinics/ask-path';
import { unitOf } from '#app/clinics/time-unit';
import { ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { DoctorPicture, pictureAddress } from '#app/components/clinic-pictures';
import { When } from '#app/components/date-time';
import { OtherPages } from '#app/components/other-pages';
import { Page } from '#app/components/page';
import { Picture } from '#app/components/picture';
import { StatusTag } from '#app/components/status-tag';
import { OutcomeLines } from '#app/deals/outcome-figures';
import { ReviewList, type TreatmentReview } from '#app/deals/review-list';
import { partyBeside } from '#app/http/context.server';
import { intent, type PageArgs, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { addressIn } from '#app/i18n/address';
import { describedMeta, type PageHead } from '#app/i18n/described-meta';
import { useFormats } from '#app/i18n/formats';
import { Rich } from '#app/i18n/rich';
import { textIn } from '#app/i18n/server';
import { useLocale, useText } from '#app/i18n/use-text';
import { breadcrumbs, medicalClinic } from '#app/seo/structured-data.server';

type Reviews = Awaited<ReturnType<typeof reviewsOf>>;

/** A page of what patients say; an address that makes no sense begins at the newest. */
async function reviewsFrom(
  ctx: Ctx,
  { clinicId, cursor, page }: { clinicId: string; cursor?: string; page: PageArgs },
): Promise<Reviews> {
  const { translator } = ctx.services.ports;
  const reader = translator ? await partyBeside(ctx, page) : null;
  return reviewsOf(ctx, { clinicId, cursor }, reader).catch((error: unknown) => {
    if (cursor && isAppError(error) && error.code === 'invalid_cursor')
      return reviewsOf(ctx, { clinicId }, reader);
    throw error;
  });
}

export const meta = describedMeta;

function headOf(
  { locale, services }: Ctx,
  clinic: Awaited<ReturnType<typeof readPublicClinic>>,
): PageHead {
  const origin = services.env.PUBLIC_URL;
  const text = textIn(locale);
  const { clinicName, city, country, slug } = clinic;
  const path = addressIn(locale, `/find-clinics/${slug}`);
  const steps = [
    { name: text('public.find_clinics.title'), path: '/find-clinics' },
    { name: clinicName, path },
  ];
  return {
    title: clinicName,
    description: text('clinics.page_description', { clinic: clinicName, city, country }),
    structured: [
      breadcrumbs({ origin, locale }, steps),
      medicalClinic(origin, clinic, origin + path),
    ],
  };
}

export const loader = pageLoader('public', async (ctx, page) => {
  const { params, url } = page;
  const found = await readPublicClinic(ctx, { slug: params.slug ?? '' });
  const text = textIn(ctx.locale);
  const place = shownPlace(text, found).line;
  const clinic = { ...found, place, country: countryIn(text, found.country) };
  // An address that the clinic had before leads to the one that it has.
  if (clinic.slug !== params.slug)
    throw redirect(addressIn(ctx.locale, `/find-clinics/${clinic.slug}`), 301);
  const cursor = url.searchParams.get('reviews') ?? undefined;
  const reviews = await reviewsFrom(ctx, { clinicId: clinic._id, cursor, page });
  return {
    clinic,
    said: { ...reviews, continued: cursor !== undefined },
    head: headOf(ctx, clinic),
  };
});

export const action = pageAction('approved-party', {
  translate: intent(
    'approved-party',
    z.object({ id: z.string().max(100) }),
    async (ctx, { id: reviewId }, { params, url }) => {
      const { _id: clinicId, slug } = await readPublicClinic(ctx, { slug: params.slug ?? '' });
      await translateReview(ctx, { clinicId, reviewId });
      const here = addressIn(ctx.locale, `/find-clinics/${slug}`);
      return redirect(`${here}${url.search}#review-${encodeURIComponent(reviewId)}`);
    },
  ),
});
export const clientAction = keepOnNetworkError;

/** Everything that everybody may know of a clinic; on phones what it has shown and the way on come right after its name. */
export default function ClinicPage() {
  const { clinic, said } = useLoaderData<typeof loader>();
  const t = useText();
  const { clinicName, place } = clinic;
  return (
    <Page
      title={<span className="wrap-anywhere">{clinicName}</span>}
      width="wide"
      back={{ to: '/find-clinics', label: t('public.find_clinics.title') }}
      lead={
        <span className="flex gap-1.5 text-base wrap-anywhere">
          <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {place}
        </span>
      }
    >
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem] lg:grid-rows-[auto_1fr] *:min-w-0">
        <div className="space-y-6 lg:col-start-2">
          <Section title={t('clinics.shown_title')}>
            <ShownFigures {...clinic} />
          </Section>
          <AskForOffer slug={clinic.slug} />
        </div>
        <div className="space-y-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <Pictures clinic={clinic} />
          <Facts clinic={clinic} />
          <Doctors clinic={clinic} />
          <ClinicReviews {...said} slug={clinic.slug} />
        </div>
        <Section title={t('clinics.verified_title')}>
          <VerifiedList verified={clinic.verified} />
        </Section>
      </div>
    </Page>
  );
}

type Clinic = PublicClinic & Parameters<typeof ShownFigures>[0];

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </Card>
  );
}

function Pictures({ clinic: { pictures, clinicName } }: { clinic: Clinic }) {
  const t = useText();
  if (pictures.length === 0) return null;
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3" aria-label={t('clinics.pictures')}>
      {pictures.map(({ id }, index) => (
        <li
          key={id}
          className="overflow-hidden rounded-md border border-line first:col-span-2 first:row-span-2"
        >
          <a href={pictureAddress(id)} className="block h-full">
            <Picture
              src={pictureAddress(id, index === 0 ? 'full' : 'thumb')}
              alt={t('clinics.picture', { n: index + 1, clinic: clinicName })}
              className="aspect-4/3 h-full w-full object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Facts({ clinic }: { clinic: Clinic }) {
  const t = useText();
  const formats = useFormats();
  const { specialties, experience, languages, description, registeredAt } = clinic;
  return (
    <Section title={t('clinics.about')}>
      <ul className="mb-4 flex flex-wrap gap-2">
        {specialties.map((one) => (
          <li key={one}>
            <StatusTag tone="neutral">{t(labelKey('specialty', one))}</StatusTag>
          </li>
        ))}
      </ul>
      {description ? (
        <p className="measure mb-4 whitespace-pre-line wrap-anywhere">{description}</p>
      ) : null}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name={t('clinics.experience')}>{t('clinic.info.years', { years: experience })}</Fact>
        {languages.length > 0 ? (
          <Fact name={t('clinics.languages')}>
            {formats.list(languages.map(formats.languageName))}
          </Fact>
        ) : null}
        <Fact name={t('clinics.since')}>
          <When date={registeredAt} />
        </Fact>
      </dl>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Doctors({ clinic: { doctorName, doctorPicture, doctors } }: { clinic: Clinic }) {
  const t = useText();
  return (
    <Section title={t('clinics.doctors')}>
      <div className="flex items-center gap-3">
        <DoctorPicture id={doctorPicture} name={doctorName} />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{doctorName}</p>
          <p className="text-sm text-ink-soft">{t('clinics.doctor_in_charge')}</p>
        </div>
      </div>
      {doctors.length > 0 ? (
        <>
          <h3 className="mt-5 flex flex-wrap items-center gap-2 text-base">
            {t('clinics.more_doctors')}
            <StatusTag tone="neutral">{t('clinics.not_verified')}</StatusTag>
          </h3>
          <ul className="mt-2 space-y-2">
            {doctors.map(({ name, field, years, picture }, index) => (
              <li key={index} className="flex items-center gap-3">
                <DoctorPicture id={picture} name={name} />
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">{name}</span>{' '}
                  <span className="text-ink-soft">{t('clinics.doctor', { field, years })}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Section>
  );
}

/** What is chosen here waits while its reader signs in, and in the request that is begun. */
function AskForOffer({ slug }: { slug: string }) {
  const t = useText();
  return (
    <Card as="section" className="space-y-3">
      <p>{t('clinics.ask')}</p>
      <ButtonLink full to={askPath(slug)}>
        {t('clinics.ask_this')}
      </ButtonLink>
    </Card>
  );
}

interface ClinicReviewsProps {
  reviews: readonly TreatmentReview[];
  nextCursor: string | null;
  /** Not the newest. */
  continued: boolean;
  slug: string;
}

/** What patients of treated deals say, newest first, a page at a time. */
function ClinicReviews({ reviews, nextCursor, continued, slug }: ClinicReviewsProps) {
  const t = useText();
  const locale = useLocale();
  return (
    <section id="reviews">
      <h2 className="mb-3 text-lg">{t('clinics.reviews')}</h2>
      <ReviewList reviews={reviews} path={addressIn(locale, `/find-clinics/${slug}`)} />
      <OtherPages
        newest={continued && '?#reviews'}
        older={nextCursor && `?${new URLSearchParams({ reviews: nextCursor }).toString()}#reviews`}
        words={[t('clinics.newest_reviews'), t('clinics.older_reviews')]}
        className="mt-4"
      />
    </section>
  );
}

interface Shown {
  rating: { average: number; count: number } | null;
  priceKept: { kept: number; of: number } | null;
  priceForeseen: { foreseen: number; of: number } | null;
  answerTime: { medianMinutes: number; sample: number } | null;
  askedAnswerTime: { medianMinutes: number; sample: number } | null;
  aftercare: { plans: number; treatments: number } | null;
  outcomes: OutcomeFigures;
}

/** What a clinic has shown, each with its sample; a sentence where there is too little of all of it. */
function ShownFigures({
  rating,
  priceKept,
  priceForeseen,
  answerTime,
  askedAnswerTime,
  aftercare,
  outcomes,
}: Shown) {
  const t = useText();
  const formats = useFormats();
  const hasOutcomes = outcomes.halfYear !== null || outcomes.year !== null;
  if (!rating && !priceKept && !answerTime && !aftercare && !hasOutcomes)
    return <p className="text-ink-soft">{t('clinics.shown_none')}</p>;
  return (
    <ul className="space-y-2">
      {rating ? (
        <Line icon={Star}>
          {t('clinics.rating', { average: formats.decimal(rating.average), count: rating.count })}
        </Line>
      ) : null}
      {priceKept ? <Line icon={ReceiptText}>{t('clinics.price_kept', priceKept)}</Line> : null}
      {priceForeseen ? (
        <Line icon={ReceiptText}>{t('clinics.price_foreseen', priceForeseen)}</Line>
      ) : null}
      {aftercare ? <Line icon={HeartPulse}>{t('clinics.aftercare_given', aftercare)}</Line> : null}
      {hasOutcomes ? (
        <Line icon={History}>
          <div className="space-y-2">
            <OutcomeLines outcomes={outcomes} />
          </div>
        </Line>
      ) : null}
      {answerTime ? (
        <Line icon={Clock}>
          {t('clinics.answer_time', {
            ...unitOf(answerTime.medianMinutes),
            sample: answerTime.sample,
          })}
        </Line>
      ) : null}
      {askedAnswerTime ? (
        <Line icon={Clock}>
          {t('clinics.asked_answer_time', {
            ...unitOf(askedAnswerTime.medianMinutes),
            sample: askedAnswerTime.sample,
          })}
        </Line>
      ) : null}
    </ul>
  );
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon aria-hidden="true" className="mt-1 size-4 shrink-0 text-brand" />
      <div>{children}</div>
    </li>
  );
}

/** What was verified, by which kind of document, when, and until when. */
function VerifiedList({ verified }: Pick<PublicClinic, 'verified'>) {
  const t = useText();
  const formats = useFormats();
  if (verified.length === 0) return <p className="text-ink-soft">{t('clinics.verified_none')}</p>;
  return (
    <ul className="space-y-3">
      {verified.map(({ kind, checkedAt, until }) => (
        <li key={kind} className="flex gap-3">
          <BadgeCheck aria-hidden="true" className="mt-1 size-5 shrink-0 text-ok" />
          <div>
            <p className="font-semibold">{t(`clinics.verified.${kind}`)}</p>
            <p className="text-sm text-ink-soft">
              <Rich id="clinics.checked" components={{ when: <When date={checkedAt} /> }} />{' '}
              {until
                ? t('clinics.until', { until: formats.date(new Date(until), 'UTC') })
                : t('clinics.no_end')}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
