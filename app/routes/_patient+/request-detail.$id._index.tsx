import { Form, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import {
  cities,
  labelKey,
  openFields,
  type PatientInfo,
  photoAccessChanged,
  photosViewed,
} from '#contracts/consultation';
import {
  isActive,
  leadChanged,
  type LeadDetails,
  type LeadDto,
  namesEveryCity,
} from '#contracts/leads';
import { photosOfLead } from '#modules/consultation';
import { keepWaiting, openCities, readLead } from '#modules/leads';
import { askedClinics, changePhotoAccess, photoViews } from '#workflows';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { Button, ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { When } from '#app/components/date-time';
import { Page } from '#app/components/page';
import { Timeline } from '#app/components/timeline';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { useFormats } from '#app/i18n/formats';
import { pageMeta } from '#app/i18n/page-meta';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { keepLast, useLive } from '#app/live/use-live';
import { AskedClinics } from '#app/requests/asked-clinics';
import { RequestPhotos, requestTimeline } from '#app/requests/request-parts';
import { RequestStatus, StatusNews } from '#app/requests/request-status';

export const meta = pageMeta('leads.detail');

export const loader = pageLoader('patient', async (ctx, { params }) => {
  const details = await readLead(ctx, { leadId: params.id ?? '' });
  const leadId = details.lead._id;
  const [photos, seen, asked] = await Promise.all([
    photosOfLead(ctx, { leadId }),
    photoViews(ctx, { leadId }),
    askedClinics(ctx, { leadId }),
  ]);
  return { details, photos, seen, asked };
});

const photoAccessOf = (allowed: boolean) =>
  intent('patient', z.object({ clinicId: z.string() }), async (ctx, { clinicId }, { params }) => {
    const leadId = params.id ?? '';
    await changePhotoAccess(ctx, { leadId, clinicId, allowed });
    return redirect(`/request-detail/${leadId}#photo-viewers`);
  });

export const action = pageAction('patient', {
  'keep-waiting': intent('patient', z.object({}), async (ctx, _value, { params }) => {
    const { _id } = await keepWaiting(ctx, { leadId: params.id ?? '' });
    return redirect(`/request-detail/${_id}`);
  }),
  'open-cities': intent('patient', z.object({}), async (ctx, _value, { params }) => {
    const { _id } = await openCities(ctx, { leadId: params.id ?? '' });
    return redirect(`/request-detail/${_id}`);
  }),
  'hide-photos': photoAccessOf(false),
  'show-photos': photoAccessOf(true),
});

export const clientLoader = keepLast;

const changes: readonly string[] = [leadChanged, photosViewed, photoAccessChanged];

/** One request: where it stands and what comes next, what it says, its photos, and the way to end it. */
export default function RequestDetailPage() {
  const { details, photos, seen, asked } = useLoaderData<typeof loader>();
  const id = details.lead._id;
  // A clinic opens several photos at once.
  useLive(({ type, leadId }) => changes.includes(type) && leadId === id, { withinMs: 500 });
  const t = useText();
  const { lead } = details;
  return (
    <Page
      title={t(labelKey('sub-treatment', lead.subTreatment))}
      back={{ to: '/my-offers', label: t('leads.detail.back') }}
      aside={<RequestStatus status={lead.status} sentBack={details.sentBackAt !== null} />}
    >
      <StatusNews leads={[lead]} />
      <div className="space-y-6">
        {details.sentBackAt ? <SentBack details={details} /> : null}
        {details.noticeAt ? <NoOffersNotice details={details} /> : null}
        <Section title={t('leads.detail.progress')}>
          <Timeline items={requestTimeline(t, details)} />
          <div className="mt-5 flex flex-wrap gap-3 empty:hidden">
            {details.acceptedOfferId ? (
              <ButtonLink to={`/deal/${details.acceptedOfferId}`}>
                {t('leads.detail.to_deal')}
              </ButtonLink>
            ) : null}
            {lead.offersCount > 0 ? (
              <ButtonLink
                variant={details.acceptedOfferId ? 'secondary' : 'primary'}
                to={`/offers/${lead._id}`}
              >
                {t('leads.detail.view_offers')}
              </ButtonLink>
            ) : null}
          </div>
        </Section>
        <AskedClinics asked={asked} />
        <Section title={t('leads.detail.what')}>
          <RequestFields lead={lead} />
        </Section>
        <Section title={t('leads.detail.photos')}>
          <RequestPhotos
            photos={photos}
            treated={{ ...lead, category: lead.treatment }}
            seen={seen}
            over={!isActive(lead.status)}
          />
        </Section>
        {isActive(lead.status) ? (
          <div className="flex flex-wrap gap-3">
            <ButtonLink variant="quiet" to={`/request-detail/${lead._id}/change`}>
              {t('leads.detail.change')}
            </ButtonLink>
            <ButtonLink variant="quiet" to={`/request-detail/${lead._id}/cancel`}>
              {t('leads.detail.cancel')}
            </ButtonLink>
          </div>
        ) : null}
      </div>
    </Page>
  );
}

/** What the team asks the patient to change, and the way to do so. */
function SentBack({ details: { lead, cancelReason } }: { details: LeadDetails }) {
  const t = useText();
  return (
    <Banner tone="warn" title={t('leads.sent_back.title')}>
      <p>{t('leads.sent_back.text')}</p>
      {cancelReason ? (
        <p className="my-3 border-s-2 border-line-strong ps-3 break-words whitespace-pre-line">
          {cancelReason}
        </p>
      ) : null}
      <ButtonLink to={`/request-detail/${lead._id}/change`}>
        {t('leads.sent_back.change')}
      </ButtonLink>
    </Banner>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card as="section">
    <h2 className="mb-4 text-lg">{title}</h2>
    {children}
  </Card>
);

/** All that a request says; what was left open reads 'Not stated'. */
function RequestFields({ lead }: { lead: LeadDto }) {
  const t = useText();
  const formats = useFormats();
  const { treatment, subTreatment, bodyArea, locations, description } = lead;
  const notStated = t('catalogue.not-stated');
  return (
    <dl className="divide-y divide-line">
      <Row title={t('leads.detail.category')}>{t(labelKey('category', treatment))}</Row>
      <Row title={t('leads.detail.treatment')}>{t(labelKey('sub-treatment', subTreatment))}</Row>
      <Row title={t('leads.detail.area')}>{t(labelKey('body-area', bodyArea))}</Row>
      <Row title={t('leads.detail.locations')}>
        {formats.list(locations.map((city) => t(labelKey('city', city)))) || notStated}
      </Row>
      {openFields.map((field) => (
        <Row key={field} title={t(`catalogue.fact.${field}`)}>
          {lead[field] ? t(labelKey(field, lead[field])) : notStated}
        </Row>
      ))}
      <Row title={t('leads.detail.notes')}>
        <span className="whitespace-pre-line">{description || notStated}</span>
      </Row>
      {lead.patientInfo ? <AboutYou info={lead.patientInfo} /> : null}
    </dl>
  );
}

function AboutYou({ info }: { info: PatientInfo }) {
  const t = useText();
  const { ageBand, gender, medicalHistory, allergies } = info;
  const rows = [
    ['leads.detail.age_band', ageBand && t(labelKey('age-band', ageBand))],
    ['leads.detail.gender', gender && t(labelKey('gender', gender))],
    ['leads.detail.medical_history', medicalHistory],
    ['leads.detail.allergies', allergies],
  ] as const;
  return (
    <Row title={t('leads.detail.patient')}>
      <ul className="space-y-1">
        {rows.map(([key, words]) =>
          words ? (
            <li key={key} className="whitespace-pre-line">
              <span className="text-ink-soft">{t(key)}:</span> {words}
            </li>
          ) : null,
        )}
      </ul>
      <p className="mt-1 text-sm text-ink-soft">{t('leads.detail.patient_hint')}</p>
    </Row>
  );
}

const Row = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid gap-1 py-3 sm:grid-cols-[9rem_1fr] sm:gap-4">
    <dt className="font-semibold">{title}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

/** The honest message after the promised time without an offer, with what the patient can do, and what each would do. */
function NoOffersNotice({ details: { lead, expiresAt } }: { details: LeadDetails }) {
  const t = useText();
  const formats = useFormats();
  const here = `/request-detail/${lead._id}`;
  const cityNames = (list: typeof lead.locations) =>
    formats.list(list.map((city) => t(labelKey('city', city))));
  return (
    <Banner tone="warn" title={t('leads.notice.title')}>
      <p className="mt-1">{t('leads.notice.text')}</p>
      <ul className="mt-4 space-y-5">
        <Choice
          text={
            expiresAt ? (
              <Rich
                id="leads.notice.keep_text"
                components={{ when: <When date={expiresAt} format="day" /> }}
              />
            ) : null
          }
        >
          <Answer to={here} intent="keep-waiting" words={t('leads.notice.keep')} primary />
        </Choice>
        {namesEveryCity(lead.locations) ? null : (
          <Choice
            text={t('leads.notice.cities_text', {
              chosen: cityNames(lead.locations),
              all: cityNames([...cities]),
            })}
          >
            <Answer to={here} intent="open-cities" words={t('leads.notice.cities')} />
          </Choice>
        )}
        <Choice text={t('leads.notice.change_text')}>
          <ButtonLink variant="secondary" to={`${here}/change`}>
            {t('leads.notice.change')}
          </ButtonLink>
        </Choice>
        <Choice text={t('leads.notice.cancel_text')}>
          <ButtonLink variant="secondary" to={`${here}/cancel`}>
            {t('leads.notice.cancel')}
          </ButtonLink>
        </Choice>
      </ul>
    </Banner>
  );
}

const Choice = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <li>
    {children}
    <p className="mt-1 text-sm text-ink-soft">{text}</p>
  </li>
);

interface AnswerProps {
  to: string;
  intent: 'keep-waiting' | 'open-cities';
  words: string;
  primary?: boolean;
}

function Answer({ to, intent, words, primary }: AnswerProps) {
  const { pending, reply } = useIntent(intent);
  return (
    <Form method="post" action={`${to}?index`}>
      <Button
        name="intent"
        value={intent}
        variant={primary ? 'primary' : 'secondary'}
        pending={pending}
      >
        {words}
      </Button>
      {reply?.error?.['']?.map((line) => (
        <p key={line} role="alert" className="mt-1 text-danger">
          {line}
        </p>
      ))}
    </Form>
  );
}
