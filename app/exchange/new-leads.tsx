import { dashboardPath, listAddress, mineParam } from './dashboard-address';
import { Volume2, VolumeX } from 'lucide-react';
import { useRef, useState } from 'react';
import { type LeadCard as Lead, type SavedQuery } from '#contracts/exchange';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { EmptyState } from '../components/empty-state';
import { OtherPages } from '../components/other-pages';
import { SceneIllustration } from '../components/scene-illustration';
import { useHydrated } from '../components/use-hydrated';
import { isMuted, setMuted, useArrivals } from './use-arrivals';
import { LeadCard } from './lead-card';

export interface NewLeadsProps {
  leads: Lead[];
  nextCursor: string | null;
  query: SavedQuery;
  /** Only those that the reader looks after. */
  mine: boolean;
  /** Not the first page. */
  continued: boolean;
  /** Why fewer requests than expected are shown, if so. */
  reach: { specialtiesMatch: boolean; cityOffered: boolean };
}

/** The list of one address; requests arrive in its first page while it is looked at. */
export function NewLeads({ leads, nextCursor, query, mine, continued, reach }: NewLeadsProps) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const { shown, standingOf, waiting, news, show } = useArrivals(leads, list);
  const own: Record<string, string> = mine ? mineParam : {};
  return (
    <>
      <Reach reach={reach} />
      <p role="status" className="sr-only">
        {news > 0 ? t('clinic.dashboard.arrived', { count: news }) : null}
      </p>
      {/* Takes no place: nothing moves when it comes. */}
      <div className="sticky top-3 z-10 flex h-0 justify-center">
        {waiting > 0 ? (
          <Button type="button" onClick={show} className="shadow-float">
            {t('clinic.dashboard.waiting', { count: waiting })}
          </Button>
        ) : null}
      </div>
      {shown.length === 0 && !continued && reach.specialtiesMatch ? (
        <None isNarrowed={mine || Object.keys(query).length > 0} />
      ) : null}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('clinic.dashboard.new')}
        className="mt-4 grid scroll-mt-4 gap-3 outline-none xl:grid-cols-2"
      >
        {shown.map((lead) => (
          <LeadCard key={lead._id} lead={lead} standing={standingOf(lead._id)} />
        ))}
      </ul>
      <OtherPages
        newest={continued && listAddress(query, own)}
        older={nextCursor && listAddress(query, { ...own, cursor: nextCursor })}
        words={[t('clinic.dashboard.newest'), t('clinic.dashboard.older')]}
        className="mt-6"
      />
    </>
  );
}

function None({ isNarrowed: narrowed }: { isNarrowed: boolean }) {
  const t = useText();
  return (
    <EmptyState
      illustration={<SceneIllustration scene="requests" className="size-24" />}
      title={t(narrowed ? 'clinic.dashboard.none_fits' : 'clinic.dashboard.no_leads')}
      text={t(narrowed ? 'clinic.dashboard.none_fits_text' : 'clinic.dashboard.no_leads_text')}
      action={
        narrowed ? (
          <ButtonLink to={dashboardPath}>{t('clinic.filters.clear')}</ButtonLink>
        ) : undefined
      }
    />
  );
}

/** Whether an arrival is heard; a browser remembers it. */
export function SoundSwitch() {
  const t = useText();
  const hydrated = useHydrated();
  return hydrated ? <Switch words={t} /> : null;
}

function Switch({ words: t }: { words: ReturnType<typeof useText> }) {
  const [muted, set] = useState(isMuted);
  const Icon = muted ? VolumeX : Volume2;
  return (
    <Button
      type="button"
      variant="quiet"
      aria-pressed={!muted}
      onClick={() => {
        setMuted(!muted);
        set(!muted);
      }}
    >
      <Icon aria-hidden="true" className="size-5" />
      {t('clinic.dashboard.sound', { on: muted ? 'no' : 'yes' })}
    </Button>
  );
}

/** What a clinic must know of its own details to understand its list. */
function Reach({ reach }: Pick<NewLeadsProps, 'reach'>) {
  const t = useText();
  if (!reach.specialtiesMatch)
    return (
      <Banner tone="warn" title={t('clinic.dashboard.no_category')} className="mt-4">
        {t('clinic.dashboard.no_category_text')}
      </Banner>
    );
  if (!reach.cityOffered)
    return (
      <Banner tone="info" className="mt-4">
        {t('clinic.dashboard.other_city')}
      </Banner>
    );
  return null;
}
