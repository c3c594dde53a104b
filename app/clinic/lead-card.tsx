import { ArrowDown, ArrowUp, Minus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { labelKey, openFacts, type Priority } from '#contracts/consultation';
import type { LeadCard as Lead } from '#contracts/exchange';
import { useText } from '#app/i18n/use-text';
import { Card } from '../components/card';
import { When } from '../components/date-time';
import { StatusTag } from '../components/status-tag';

const priorities: Record<Priority, { tone: 'accent' | 'info' | 'neutral'; icon: LucideIcon }> = {
  high: { tone: 'accent', icon: ArrowUp },
  medium: { tone: 'info', icon: Minus },
  low: { tone: 'neutral', icon: ArrowDown },
};

/** One published request, as a clinic may see it before it is chosen. */
export function LeadCard({ lead }: { lead: Lead }) {
  const t = useText();
  const { tone, icon } = priorities[lead.priority];
  return (
    <Card as="li" className="p-4 text-sm sm:p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 className="text-base">{t(labelKey('sub-treatment', lead.subTreatment))}</h2>
          <p className="text-ink-soft">
            {t(labelKey('category', lead.treatment))}
            {' · '}
            {t(labelKey('body-area', lead.bodyArea))}
          </p>
        </div>
        <StatusTag tone={tone} icon={icon}>
          {t('clinic.lead.priority', { priority: t(labelKey('priority', lead.priority)) })}
        </StatusTag>
      </div>
      <LeadFacts lead={lead} />
      {lead.bidsCount > 0 ? (
        <p className="mt-3 border-t border-line pt-2 font-semibold">
          {t('clinic.lead.bidding', { count: lead.bidsCount })}
        </p>
      ) : null}
    </Card>
  );
}

function LeadFacts({ lead }: { lead: Lead }) {
  const t = useText();
  const open = t('clinic.lead.not_stated');
  return (
    <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-2">
      <Fact term={t('clinic.lead.patient')}>{lead.patient}</Fact>
      <Fact term={t('clinic.lead.location')}>{lead.location ?? open}</Fact>
      <Fact term={t('clinic.lead.requested')}>
        <When date={lead.requestedAt} format="datetime" />
      </Fact>
      <Fact term={t('clinic.lead.value')}>
        {lead.leadValue === null ? open : t('clinic.lead.dollars', { amount: lead.leadValue })}
      </Fact>
      {openFacts.map((fact) => (
        <Fact key={fact} term={t(`catalogue.fact.${fact}`)}>
          {lead[fact] ? t(labelKey(fact, lead[fact])) : open}
        </Fact>
      ))}
      <Fact term={t('clinic.lead.photos')}>
        {t('clinic.lead.photos_count', { count: lead.photos })}
      </Fact>
      <Fact term={t('clinic.lead.competition')}>
        {t('clinic.lead.bids_count', { count: lead.bidsCount })}
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="tnum font-semibold break-words">{children}</dd>
    </div>
  );
}
