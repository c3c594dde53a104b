import { useLoaderData, useLocation } from '@remix-run/react';
import { ChevronDown, Printer } from 'lucide-react';
import { z } from 'zod';
import { companionsPath } from '#contracts/companions';
import { labelKey } from '#contracts/consultation';
import { isActive, leadChanged } from '#contracts/leads';
import { conversationChanged } from '#contracts/messaging';
import {
  apartOf,
  askDifferenceSchema,
  compareOffers,
  type ComparisonSort,
  comparisonSorts,
  isLive,
  offerChanged,
} from '#contracts/offers';
import { readLeadAlone } from '#modules/leads';
import {
  type Asked,
  askedOf,
  askWherePlansDiffer,
  offersForPatient,
  readerMoney,
  type ReaderMoney,
  type ShownOffer,
  unreadOf,
} from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { Button, ButtonLink } from '#app/components/button';
import { cx } from '#app/components/cx';
import { When } from '#app/components/date-time';
import { EmptyState } from '#app/components/empty-state';
import { Link } from '#app/components/link';
import { ListFailure } from '#app/components/list-failure';
import { Page } from '#app/components/page';
import { SceneIllustration } from '#app/components/scene-illustration';
import { useHydrated } from '#app/components/use-hydrated';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { textIn } from '#app/i18n/server';
import { useText } from '#app/i18n/use-text';
import { keepLast, useLive } from '#app/live/use-live';
import { AboutRates } from '#app/offers/about-money';
import { CompareTable } from '#app/offers/compare-table';
import { differenceWords } from '#app/offers/difference-words';
import { PlansApart } from '#app/offers/plans-apart';
import { NewsBar, useHeld } from '#app/offers/news-bar';
import { endedWords, Price } from '#app/offers/offer-parts';

export const meta = pageMeta('offers.compare');

const search = z.object({ sort: z.enum(comparisonSorts).catch(comparisonSorts[0]) });

export const loader = pageLoader('patient', async (ctx, { params, url }) => {
  const { sort } = search.parse(Object.fromEntries(url.searchParams));
  const lead = await readLeadAlone(ctx, { leadId: params.id ?? '' });
  const offers = await offersForPatient(ctx, { leadId: lead._id });
  const ids = offers.map(({ _id }) => _id);
  const live = offers.filter(({ status }) => isLive(status));
  const [unread, asked] = [await unreadOf(ctx, ids), await askedOf(ctx, offers, apartOf(live))];
  const money = await readerMoney(ctx, live);
  return { fresh: { lead, sort, offers }, unread, asked, money };
});

export const action = pageAction('patient', {
  'ask-apart': intent('patient', askDifferenceSchema, async (ctx, line, { params }) => {
    const leadId = params.id ?? '';
    const words = differenceWords(textIn(ctx.locale));
    await askWherePlansDiffer(ctx, { leadId, ...line, words });
    return redirect(`/offers/${leadId}#plans`);
  }),
});
export const clientAction = keepOnNetworkError;

export const clientLoader = keepLast;

/** The offers for one request side by side; those that are over folded below. */
export default function OffersPage() {
  const data = useLoaderData<typeof loader>();
  useLive(
    ({ type, leadId, offerId }) =>
      ((type === leadChanged || type === offerChanged) && leadId === data.fresh.lead._id) ||
      (type === conversationChanged && data.fresh.offers.some(({ _id }) => _id === offerId)),
  );
  // Messages that were not seen come as they come: nothing moves by them.
  const { fresh, unread, asked, money } = data;
  const t = useText();
  const { key } = useLocation();
  // An empty page has nothing that could move.
  const { shown, changed, show } = useHeld(fresh, { key, hold: ({ offers }) => offers.length > 0 });
  const { lead, offers, sort } = shown;
  const live = offers.filter(({ status }) => isLive(status));
  const accepted = offers.find(({ status }) => status === 'accepted');
  const ended = offers.filter((offer) => offer.ended);
  const treatment = t(labelKey('sub-treatment', lead.subTreatment));
  const request = `/request-detail/${lead._id}`;
  // Told, not only shown: an empty page fills by itself.
  const summary = t(accepted ? 'offers.compare.lead_chosen' : 'offers.compare.lead', {
    count: live.length,
    treatment,
  });
  return (
    <Page
      title={t('offers.compare.title')}
      lead={<span role="status">{summary}</span>}
      back={{ to: request, label: t('offers.compare.back') }}
      width="wide"
      aside={live.length > 0 ? <Aside leadId={lead._id} /> : null}
    >
      <NewsBar changed={changed} show={show} />
      <div className="space-y-8">
        {accepted ? <Chosen offer={accepted} /> : null}
        {live.length > 0 ? (
          <Live {...{ sort, unread, asked, money }} offers={live} leadId={lead._id} />
        ) : accepted ? null : (
          <EmptyState
            illustration={<SceneIllustration scene="offers" className="size-24" />}
            title={t(ended.length > 0 ? 'offers.compare.none_open' : 'leads.offers.none')}
            text={t(isActive(lead.status) ? 'leads.offers.none_text' : 'leads.offers.over')}
            action={
              <div className="flex flex-wrap justify-center gap-3">
                <ButtonLink to={request}>{t('leads.offers.to_request')}</ButtonLink>
                <ButtonLink variant="secondary" to="/offer/sample">
                  {t('offers.compare.sample')}
                </ButtonLink>
              </div>
            }
          />
        )}
        <EndedOffers offers={ended} />
      </div>
    </Page>
  );
}

type Unread = Readonly<Record<string, number>>;

function Live({
  offers,
  sort,
  leadId,
  unread,
  asked,
  money,
}: {
  offers: ShownOffer[];
  sort: ComparisonSort;
  leadId: string;
  unread: Unread;
  asked: Asked;
  money: ReaderMoney;
}) {
  const t = useText();
  const { reply } = useIntent('ask-apart');
  const comparison = compareOffers(offers, sort, money.rates);
  return (
    <div className="space-y-4">
      {offers.length > 1 ? <SortLinks sort={sort} leadId={leadId} /> : null}
      <CompareTable comparison={comparison} own={{ unread, asked: asked.missing, money }} />
      <PlansApart
        {...{ leadId, offers }}
        apart={comparison.apart}
        asked={asked.apart}
        refused={reply?.error?.['']}
      />
      <div className="measure space-y-1 text-sm text-ink-soft">
        <p>{t('offers.compare.about_total')}</p>
        <AboutRates comparison={comparison} money={money} />
        <p>{t('offers.compare.about_figures')}</p>
      </div>
    </div>
  );
}

function SortLinks({ sort, leadId }: { sort: ComparisonSort; leadId: string }) {
  const t = useText();
  return (
    <nav aria-label={t('offers.sort.label')} className="print:hidden">
      <ul className="flex flex-wrap items-center gap-x-1 gap-y-1">
        <li aria-hidden="true" className="pe-1 text-ink-soft">
          {t('offers.sort.label')}
        </li>
        {comparisonSorts.map((one) => (
          <li key={one}>
            <Link
              to={
                one === comparisonSorts[0] ? `/offers/${leadId}` : `/offers/${leadId}?sort=${one}`
              }
              preventScrollReset
              aria-current={one === sort ? 'true' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center rounded-md border px-3',
                one === sort
                  ? 'border-brand bg-brand-soft font-semibold'
                  : 'border-line hover:border-brand',
              )}
            >
              {t(`offers.sort.${one}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Chosen({ offer }: { offer: ShownOffer }) {
  const t = useText();
  return (
    <Banner tone="ok" title={t('offers.compare.chosen', { clinic: offer.clinic.clinicName })}>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink to={`/deal/${offer._id}`}>{t('offers.offer.to_deal')}</ButtonLink>
        <ButtonLink variant="secondary" to={`/offer/${offer._id}`}>
          {t('offers.compare.view')}
        </ButtonLink>
      </div>
    </Banner>
  );
}

/** What there is to do with all offers: let a relative see them, and print them. */
const Aside = ({ leadId }: { leadId: string }) => {
  const t = useText();
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <ButtonLink variant="secondary" to={companionsPath('comparison', leadId)}>
        {t('companions.to')}
      </ButtonLink>
      <Print />
    </div>
  );
};

/** Printing needs the browser's own menu without script; with it, a button. */
function Print() {
  const t = useText();
  if (!useHydrated()) return null;
  return (
    <Button
      type="button"
      variant="secondary"
      className="print:hidden"
      onClick={() => window.print()}
    >
      <Printer aria-hidden="true" className="size-5" /> {t('offers.compare.print')}
    </Button>
  );
}

/** Offers that are over, folded, each with why and when. */
function EndedOffers({ offers }: { offers: readonly ShownOffer[] }) {
  const t = useText();
  if (offers.length === 0) return null;
  return (
    <details className="group rounded-lg border border-line bg-surface print:hidden">
      <summary className="flex min-h-12 items-center gap-2 px-4 font-semibold">
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform group-open:rotate-180"
        />
        {t('offers.ended.title', { count: offers.length })}
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {offers.map((offer) => (
          <li key={offer._id} className="px-4 py-3 wrap-anywhere">
            <p className="flex flex-wrap justify-between gap-x-4">
              <Link to={`/offer/${offer._id}`} className="link">
                {offer.clinic.clinicName}
              </Link>
              <Price offer={offer} />
            </p>
            <p className="text-sm text-ink-soft">
              {endedWords(t, offer.ended!)} <When date={offer.ended!.at} format="datetime" />
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** In place of the offers for a request when they could not be had. */
export function ErrorBoundary() {
  const t = useText();
  return (
    <ListFailure
      title={t('offers.compare.title')}
      failed={t('offers.error.fetch')}
      safe={t('offers.error.safe')}
    />
  );
}
