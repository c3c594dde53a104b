import { dashboardPath } from '#app/exchange/dashboard-address';
import { Form, useLoaderData, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import {
  labelKey,
  openFields,
  photoAccessChanged,
  photoAddress,
  slotView,
} from '#contracts/consultation';
import { type LeadDetail, listingChanged } from '#contracts/exchange';
import { offerChanged, type OfferDto } from '#contracts/offers';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { buttonStyle } from '#app/components/button-style';
import { Button, ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { When } from '#app/components/date-time';
import { Page } from '#app/components/page';
import { useMayAs } from '#app/components/use-viewer';
import {
  BidNote,
  Fact,
  LeadsFailure,
  Money,
  OfferStatusTag,
  PriorityTag,
} from '#app/exchange/lead-card';
import { pageLoader } from '#app/http/page.server';
import { cityList } from '#app/i18n/city-names';
import { useFormats } from '#app/i18n/formats';
import { pageMeta } from '#app/i18n/page-meta';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { keepLast, useLive } from '#app/live/use-live';
import { ViewCount, ViewName } from '#app/photos/view-count';
import { GiveRequest } from '#app/team/give-request';
import { OfferForm } from '#app/offering/offer-form';
import { loadRequest, requestAction } from '#app/offering/pages.server';

export const meta = pageMeta('clinic.request');

export const loader = pageLoader('approved-clinic', loadRequest);
export const clientLoader = keepLast;
export const action = requestAction;
export const clientAction = keepOnNetworkError;

/** A request in full, and beside it what the clinic offers: on phones below it. */
export default function ClinicRequestPage() {
  const data = useLoaderData<typeof loader>();
  const { _id: id } = data.lead;
  useLive(
    ({ type, leadId, id: listed }) =>
      type === offerChanged || type === photoAccessChanged
        ? leadId === id
        : type === listingChanged && listed === id,
    { as: 'clinic' },
  );
  const { lead, given, ownOffer, askAt, ...form } = data;
  const mayOffer = useMayAs('manager');
  const mayWrite = useMayAs('doctor');
  const t = useText();
  const [search] = useSearchParams();
  const live = ownOffer?.status === 'pending' || ownOffer?.status === 'negotiating';
  const treatment = t(labelKey('sub-treatment', lead.subTreatment));
  return (
    <Page
      title={treatment}
      back={{ to: dashboardPath, label: t('clinic.request.back') }}
      width="wide"
      aside={<PriorityTag priority={lead.priority} />}
    >
      {search.has('changed') ? (
        <Banner tone="ok" className="mb-6" title={t('clinic.offer.changed')} />
      ) : null}
      <div className="gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="space-y-4">
          {lead.asked ? <Asked lead={lead} mayAnswer={mayWrite} /> : null}
          {ownOffer ? <OwnOffer offer={ownOffer} /> : null}
          {given ? <GiveRequest key={given.memberId} {...given} mayGive={mayOffer} /> : null}
          <RequestFields lead={lead} />
          <Photos {...lead} askAt={mayWrite ? askAt : null} />
          {lead.open && mayOffer ? <ToOffer /> : null}
        </div>
        {lead.open && mayOffer ? (
          <Offer revises={live}>
            <OfferForm {...form} leadId={lead._id} treatment={treatment} revises={live} />
          </Offer>
        ) : null}
      </div>
    </Page>
  );
}

export const ErrorBoundary = LeadsFailure;

/** The patient asked this clinic: until when its place is kept, and the way to say no. */
function Asked({ lead: { _id, keptUntil }, mayAnswer }: { lead: LeadDetail; mayAnswer: boolean }) {
  const t = useText();
  return (
    <Banner tone="info" title={t('clinic.lead.asked')}>
      <p>
        {keptUntil ? (
          <Rich
            id="clinic.asked.kept"
            components={{ when: <When date={keptUntil} format="datetime" /> }}
          />
        ) : (
          t('clinic.asked.open')
        )}
      </p>
      {mayAnswer ? (
        <ButtonLink variant="secondary" className="mt-3" to={`/clinic/request/${_id}/decline`}>
          {t('clinic.asked.decline')}
        </ButtonLink>
      ) : null}
    </Banner>
  );
}

/** Where a phone shows the request first: the way to the form below it, in reach until the form is there. */
function ToOffer() {
  const t = useText();
  return (
    <a
      href="#offer"
      className={buttonStyle({
        size: 'lg',
        full: true,
        className: 'sticky bottom-3 z-10 shadow-float lg:hidden',
      })}
    >
      {t('clinic.request.offer_now')}
    </a>
  );
}

/** Next to the request, on phones below it; it scrolls with the page. */
function Offer({ revises, children }: { revises: boolean; children: ReactNode }) {
  const t = useText();
  return (
    <aside
      id="offer"
      tabIndex={-1}
      aria-label={t('clinic.offer.title')}
      className="mt-6 scroll-mt-4 self-start rounded-lg border border-line bg-surface p-4 outline-none lg:mt-0"
    >
      <h2 className="mb-3 text-lg">
        {t(revises ? 'clinic.offer.title_revise' : 'clinic.offer.title')}
      </h2>
      {children}
    </aside>
  );
}

function RequestFields({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const formats = useFormats();
  const open = t('clinic.lead.not_stated');
  const { patientInfo: info } = lead;
  return (
    <Card as="section">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-3">
        <Fact term={t('clinic.lead.patient')}>{lead.patient}</Fact>
        <Fact term={t('clinic.request.age')}>
          {info?.ageBand ? t(labelKey('age-band', info.ageBand)) : open}
        </Fact>
        <Fact term={t('clinic.request.gender')}>
          {info?.gender ? t(labelKey('gender', info.gender)) : open}
        </Fact>
        <Fact term={t('clinic.lead.location')}>
          {lead.location ? cityList(t, formats, lead.location) : open}
        </Fact>
        <Fact term={t('clinic.request.treatment')}>{t(labelKey('category', lead.treatment))}</Fact>
        <Fact term={t('clinic.request.area')}>{t(labelKey('body-area', lead.bodyArea))}</Fact>
        {openFields.map((field) => (
          <Fact key={field} term={t(`catalogue.fact.${field}`)}>
            {lead[field] ? t(labelKey(field, lead[field])) : open}
          </Fact>
        ))}
        <Fact term={t('clinic.lead.value')}>
          {lead.leadValue === null ? open : t('clinic.lead.dollars', { amount: lead.leadValue })}
        </Fact>
        <Fact term={t('clinic.lead.requested')}>
          <When date={lead.requestedAt} format="datetime" />
        </Fact>
        <Fact term={t('clinic.lead.competition')}>
          {t('clinic.lead.bids_count', { count: lead.bidsCount })}
        </Fact>
      </dl>
      {(['description', 'history', 'allergies'] as const).map((part) => (
        <section key={part} className="mt-5">
          <h2 className="text-base">{t(`clinic.request.part.${part}`)}</h2>
          <p className="measure mt-1 wrap-anywhere whitespace-pre-line">
            {wordsOf(lead, part) || open}
          </p>
        </section>
      ))}
    </Card>
  );
}

function wordsOf(lead: LeadDetail, part: 'description' | 'history' | 'allergies'): string {
  if (part === 'description') return lead.description;
  return (
    (part === 'history' ? lead.patientInfo?.medicalHistory : lead.patientInfo?.allergies) ?? ''
  );
}

/** Marked copies; each look is counted, and the patient sees it. */
function Photos({
  photos: ids,
  views,
  askAt,
}: Pick<LeadDetail, 'photos' | 'views'> & { askAt: string | null }) {
  const t = useText();
  return (
    <Card as="section">
      <h2 className="text-base">{t('clinic.lead.photos')}</h2>
      <ViewCount views={views} className="mt-1" />
      {askAt ? <AskForViews offerId={askAt} views={views} /> : null}
      {ids.length === 0 ? (
        <p className="mt-1 text-ink-soft">{t('clinic.request.no_photos')}</p>
      ) : (
        <>
          <p className="mt-1 text-sm text-ink-soft">{t('clinic.request.photos_note')}</p>
          <ul className="mt-3 grid grid-cols-3 gap-3 sm:grid-cols-4">
            {ids.map((id, n) => (
              <li key={id} className="overflow-hidden rounded-md border border-line">
                <a href={photoAddress(id, 'full')} target="_blank" rel="noopener">
                  <img
                    src={photoAddress(id, 'thumb')}
                    alt={t('clinic.request.photo', { number: n + 1, total: ids.length })}
                    loading="lazy"
                    className="aspect-square w-full object-cover"
                  />
                </a>
                <ViewName slot={views.find(({ photoId }) => photoId === id)?.slot} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** One tap for each view that is missing: a message of a fixed form. */
function AskForViews({ offerId, views }: { offerId: string; views: LeadDetail['views'] }) {
  const t = useText();
  return (
    <Form
      method="post"
      action={`/clinic/conversation/${offerId}`}
      className="mt-2 flex flex-wrap gap-2"
    >
      <input type="hidden" name="intent" value="ask-view" />
      {views.map(({ slot, photoId }) =>
        photoId ? null : (
          <Button key={slot} name="slot" value={slot} variant="secondary">
            {t('clinic.request.ask_view', { view: t(`photos.view.${slotView(slot)}`) })}
          </Button>
        ),
      )}
    </Form>
  );
}

interface OwnOfferProps {
  offer: Pick<
    OfferDto,
    | '_id'
    | 'status'
    | 'amountCents'
    | 'currency'
    | 'revision'
    | 'expiresAt'
    | 'createdAt'
    | 'attachments'
  >;
}

/** The clinic's own offer for the request: where it stands, and the way to take it back. */
function OwnOffer({ offer }: OwnOfferProps) {
  const t = useText();
  const { reply, pending } = useIntent('withdraw');
  const { status } = offer;
  const [mayWrite, mayOffer] = [useMayAs('doctor'), useMayAs('manager')];
  const isLive = status === 'pending' || status === 'negotiating';
  const failure = reply?.error?.['']?.[0];
  const note = { declinedBecause: null, declineReason: null, pricePlace: null, endedAt: null };
  return (
    <Card as="section">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">
          {t('clinic.bid.own')}: <Money cents={offer.amountCents} currency={offer.currency} />
        </h2>
        <OfferStatusTag status={status} />
      </div>
      <p className="mt-1 text-sm text-ink-soft">
        {t('clinic.bid.sent')} <When date={offer.createdAt} format="datetime" />
        {offer.revision > 1 ? ` · ${t('clinic.offer.revision', { n: offer.revision })}` : null}
      </p>
      <BidNote bid={{ ...note, status, expiresAt: offer.expiresAt }} />
      {offer.attachments.length > 0 ? (
        <ul className="mt-3 text-sm" aria-label={t('clinic.offer.files')}>
          {offer.attachments.map(({ id, name }) => (
            <li key={id}>
              <a href={`/api/files/${id}`} className="link wrap-anywhere">
                {name}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {failure ? <Banner tone="danger" className="mt-3" title={failure} /> : null}
      <div className="mt-4 flex flex-wrap gap-3">
        {mayWrite && (isLive || status === 'accepted') ? (
          <ButtonLink to={`/clinic/conversation/${offer._id}`}>
            {t('clinic.bid.conversation')}
          </ButtonLink>
        ) : null}
        {status === 'accepted' ? (
          <ButtonLink variant="secondary" to={`/clinic/deal/${offer._id}`}>
            {t('clinic.bid.schedule')}
          </ButtonLink>
        ) : null}
        {isLive && mayOffer ? (
          <Form method="post">
            <Button variant="danger" name="intent" value="withdraw" pending={pending}>
              {t('clinic.offer.withdraw')}
            </Button>
          </Form>
        ) : null}
      </div>
    </Card>
  );
}
