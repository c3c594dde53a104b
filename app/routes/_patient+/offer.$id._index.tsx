import { useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { showPhone } from '#contracts/identity';
import { conversationChanged } from '#contracts/messaging';
import { isLive, missingOf, offerChanged, totalOf } from '#contracts/offers';
import {
  askedForMissing,
  askForMissing,
  agreeToTranslation,
  clinicPhoneOf,
  type OfferInFull,
  offerToRead,
  readerMoney,
  translateOffer,
  unreadOf,
} from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { ActionBar } from '#app/components/action-bar';
import { Banner } from '#app/components/banner';
import { ButtonLink } from '#app/components/button';
import { When } from '#app/components/date-time';
import { Page } from '#app/components/page';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { type Formats, useFormats } from '#app/i18n/formats';
import { pageMeta } from '#app/i18n/page-meta';
import { textIn } from '#app/i18n/server';
import { agreementOf } from '#app/translation/agreement.server';
import { type Text, useText } from '#app/i18n/use-text';
import { keepLast, useLive } from '#app/live/use-live';
import { About } from '#app/offers/about-money';
import { AskMissing } from '#app/offers/ask-missing';
import { useOfferInWords } from '#app/offers/offer-in-words';
import { NewsBar, useHeld } from '#app/offers/news-bar';
import { ContactClinic, OfferBody, Section } from '#app/offers/offer-body';
import {
  Assumptions,
  CalendarDay,
  ChangedMark,
  endedWords,
  figureWords,
  LineState,
  Price,
} from '#app/offers/offer-parts';

export const meta = pageMeta('offers.offer');

export const loader = pageLoader('patient', async (ctx, { params }) => {
  const { offer, translating, translation } = await offerToRead(ctx, { offerId: params.id ?? '' });
  const number = await clinicPhoneOf(ctx, offer);
  const unread = (await unreadOf(ctx, [offer._id]))[offer._id] ?? 0;
  const asked = (await askedForMissing(ctx, [offer])).length > 0;
  const money = await readerMoney(ctx, [offer]);
  const phone = number ? { number, shown: showPhone(number) } : null;
  const agreement = agreementOf(translating, ctx.locale);
  return { offer, phone, translation, unread, asked, money, translating, agreement };
});

export const action = pageAction('patient', {
  ask: intent('patient', z.object({}), async (ctx, _nothing, { params }) => {
    const offerId = params.id ?? '';
    const t = textIn(ctx.locale);
    const words = (lines: readonly string[]) =>
      t('offers.ask.message', {
        lines: lines.map((key) => `- ${t(`offers.item.${key}`)}`).join('\n'),
      });
    await askForMissing(ctx, { offerId, words });
    return redirect(`/conversation/${offerId}`);
  }),
  translate: intent('patient', z.object({ id: z.string().max(100) }), async (ctx, { id }) => {
    await translateOffer(ctx, { offerId: id });
    return redirect(`/offer/${encodeURIComponent(id)}#words`);
  }),
  'agree-translation': intent('patient', z.object({}), async (ctx, _nothing, { params }) => {
    await agreeToTranslation(ctx);
    return redirect(`/offer/${encodeURIComponent(params.id ?? '')}#words`);
  }),
});
export const clientAction = keepOnNetworkError;

export const clientLoader = keepLast;

/** One offer in full, what it said before, and the ways on. */
export default function OfferInFullPage() {
  const data = useLoaderData<typeof loader>();
  useLive(
    ({ type, offerId }) =>
      (type === offerChanged || type === conversationChanged) && offerId === data.offer._id,
  );
  // Messages that were not seen are never held back, as the offer is.
  const { unread, asked, money, translating, agreement, ...fresh } = data;
  const t = useText();
  const { reply } = useIntent('ask');
  const { key } = useLocation();
  const { shown, changed, show } = useHeld(fresh, { key, hold: () => true });
  const { offer, phone, translation } = shown;
  const words = useOfferInWords({ offer, translation, translating, agreement });
  const live = isLive(offer.status);
  const here = `/offer/${offer._id}`;
  return (
    <Page
      title={offer.clinic.clinicName}
      lead={t('offers.offer.lead')}
      back={{ to: `/offers/${offer.leadId}`, label: t('offers.offer.back') }}
    >
      <NewsBar changed={changed} show={show} />
      <Refused words={reply?.error?.['']} />
      <div className="space-y-6">
        <Standing offer={offer} />
        <OfferBody
          offer={offer}
          about={live ? <About of={offer} cents={totalOf(offer)} money={money} /> : null}
          validity={live ? <Validity offer={offer} /> : null}
          ask={
            live && missingOf(offer).length > 0 ? (
              <AskMissing offerId={offer._id} clinicName={offer.clinic.clinicName} asked={asked} />
            ) : null
          }
          contact={
            <ContactClinic
              offerId={offer._id}
              clinicName={offer.clinic.clinicName}
              phone={phone}
              unread={unread}
              accepted={offer.status === 'accepted'}
            />
          }
          words={words}
        />
        <EarlierRevisions offer={offer} />
      </div>
      {live ? (
        <div className="print:hidden">
          <ActionBar>
            <ButtonLink to={`${here}/accept`}>{t('offers.compare.accept')}</ButtonLink>
            <ButtonLink to={`${here}/decline`} variant="secondary">
              {t('offers.compare.decline')}
            </ButtonLink>
          </ActionBar>
        </div>
      ) : null}
    </Page>
  );
}

/** Why the clinic was not asked. */
function Refused({ words }: { words: readonly string[] | null | undefined }) {
  if (!words) return null;
  return (
    <p role="alert" className="mb-4 font-semibold text-danger">
      {words.join(' ')}
    </p>
  );
}

function Validity({ offer }: { offer: OfferInFull }) {
  const t = useText();
  return (
    <div className="mt-1">
      <p className="text-sm text-ink-soft">
        {t('common.timeline.open_until')} <When date={offer.expiresAt} format="day" />
      </p>
      <ChangedMark offer={offer} />
    </div>
  );
}

/** What became of an offer that is no longer open. */
function Standing({ offer }: { offer: OfferInFull }) {
  const t = useText();
  if (offer.ended)
    return (
      <Banner tone="info" title={t('offers.offer.over')}>
        <p>
          {endedWords(t, offer.ended)} <When date={offer.ended.at} format="datetime" />
        </p>
      </Banner>
    );
  if (offer.status !== 'accepted') return null;
  return (
    <Banner tone="ok" title={t('offers.offer.accepted')}>
      <p className="mt-3">
        <ButtonLink to={`/deal/${offer._id}`}>{t('offers.offer.to_deal')}</ButtonLink>
      </p>
    </Banner>
  );
}

type Revision = OfferInFull['revisions'][number];

/** What an offer said from when on, newest first, each with what it changed and how that read before. */
function EarlierRevisions({ offer: { revisions } }: { offer: OfferInFull }) {
  const t = useText();
  if (revisions.length < 2) return null;
  return (
    <Section title={t('offers.revisions.title')}>
      <ol className="divide-y divide-line">
        {revisions.map((revision, index) => (
          <li key={revision.revision} className="py-3 wrap-anywhere">
            <p className="font-semibold">
              {t('offers.revisions.number', { number: revision.revision })}{' '}
              <span className="text-sm font-normal text-ink-soft">
                <When date={revision.at} format="datetime" />
              </span>
            </p>
            <Changes revision={revision} before={revisions[index + 1]} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Changes({ revision, before }: { revision: Revision; before: Revision | undefined }) {
  const t = useText();
  if (!before)
    return (
      <p className="text-sm text-ink-soft">
        {t('offers.revisions.first')} <Price offer={revision} />
      </p>
    );
  const { changed, changedLines } = revision;
  return (
    <ul className="mt-1 list-disc space-y-1 ps-5 text-sm">
      {changed.map((part) =>
        part === 'lines' ? (
          revision.items
            .filter(({ key }) => changedLines.includes(key))
            .map((item) => (
              <li key={item.key}>
                {t(`offers.item.${item.key}`)}: <LineState item={item} offer={revision} />{' '}
                <Before>
                  <LineState
                    item={before.items.find(({ key }) => key === item.key)}
                    offer={before}
                  />
                </Before>
              </li>
            ))
        ) : (
          <li key={part} className="first-letter:uppercase">
            {t(`offers.part.${part}`)}: <Value part={part} revision={revision} />{' '}
            <Before>
              <Value part={part} revision={before} />
            </Before>
          </li>
        ),
      )}
    </ul>
  );
}

function Before({ children }: { children: React.ReactNode }) {
  const t = useText();
  return (
    <span className="text-ink-soft">
      ({t('offers.revisions.before')} {children})
    </span>
  );
}

/** '2 trips, 7 nights': what is stated of the journey; empty where nothing is. */
const journeyWords = (t: Text, { list }: Formats, revision: Revision): string =>
  list(
    (['trips', 'nights', 'daysInCountry'] as const).flatMap(
      (name) => figureWords(t, name, revision[name]) ?? [],
    ),
  );

/** One part of what a revision said. */
function Value({ part, revision }: { part: Revision['changed'][number]; revision: Revision }) {
  const t = useText();
  const formats = useFormats();
  const none = t('offers.state.not-stated');
  switch (part) {
    case 'price':
    case 'list-price':
      return <Price offer={revision} />;
    case 'earliest':
      return revision.earliestDate ? <CalendarDay date={revision.earliestDate} /> : none;
    case 'doctor':
      return revision.doctorName ?? none;
    case 'availability':
      return revision.availability ?? none;
    case 'journey':
      return journeyWords(t, formats, revision) || none;
    case 'guarantee':
      return figureWords(t, 'guaranteeMonths', revision.guaranteeMonths) ?? none;
    case 'assumptions':
      return revision.assumptions?.length ? (
        <Assumptions assumptions={revision.assumptions} currency={revision.currency} />
      ) : (
        none
      );
    case 'attachments':
      return t('offers.revisions.files', { count: revision.attachments.length });
    default:
      return <q className="whitespace-pre-line">{revision.message}</q>;
  }
}
