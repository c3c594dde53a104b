import { useLocation } from '@remix-run/react';
import { Printer } from 'lucide-react';
import { labelKey } from '#contracts/consultation';
import { compareOffers, comparisonSorts, isLive, type ComparisonSort } from '#contracts/offers';
import { isActive, type LeadDto } from '#contracts/leads';
import type { ShownOffer } from '#workflows';
import { useText } from '#app/i18n/use-text';
import { useHeld } from '#app/live/use-held';
import { Link } from '#app/components/link';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { cx } from '../components/cx';
import { EmptyState } from '../components/empty-state';
import { Page } from '../components/page';
import { SceneIllustration } from '../components/scene-illustration';
import { useHydrated } from '../components/use-hydrated';
import { CompareTable } from './compare-table';
import { EndedOffers } from './ended-offers';
import { NewsBar } from './news-bar';

type Unread = Readonly<Record<string, number>>;

interface ComparePageProps {
  lead: LeadDto;
  offers: ShownOffer[];
  sort: ComparisonSort;
}

/** The offers for one request side by side; those that are over folded below. */
export function ComparePage({
  fresh,
  unread,
  asked,
}: {
  fresh: ComparePageProps;
  /** Offers whose clinics were asked for what they leave out. */
  asked: readonly string[];
  /** Messages that were not seen, by offer. They come as they come: nothing moves. */
  unread: Unread;
}) {
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
      aside={live.length > 0 ? <Print /> : null}
    >
      <NewsBar changed={changed} show={show} />
      <div className="space-y-8">
        {accepted ? <Chosen offer={accepted} /> : null}
        {live.length > 0 ? (
          <Live offers={live} sort={sort} leadId={lead._id} unread={unread} asked={asked} />
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

function Live({
  offers,
  sort,
  leadId,
  unread,
  asked,
}: {
  offers: ShownOffer[];
  sort: ComparisonSort;
  leadId: string;
  unread: Unread;
  asked: readonly string[];
}) {
  const t = useText();
  const comparison = compareOffers(offers, sort);
  return (
    <div className="space-y-4">
      {offers.length > 1 ? <SortLinks sort={sort} leadId={leadId} /> : null}
      <CompareTable comparison={comparison} unread={unread} asked={asked} />
      <div className="measure space-y-1 text-sm text-ink-soft">
        <p>{t('offers.compare.about_total')}</p>
        {comparison.offers.some(({ compared }) => !compared) ? (
          <p>{t('offers.compare.about_currency', { currency: comparison.currency ?? '' })}</p>
        ) : null}
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
