import type { ReactNode } from 'react';
import type { LeadDetailRecord } from '#contracts/leads';
import { When } from '../components/when';
import { useText, type Text } from '../text';
import { allNamed, named } from './words';

/** What is asked for, without the patient's own words. */
export function LeadFacts({ record }: { record: LeadDetailRecord }) {
  const t = useText();
  return (
    <dl className="panel grid gap-x-6 gap-y-3 p-5 @min-[34rem]:grid-cols-2 @min-[46rem]:grid-cols-3">
      {rowsOf(t, record).map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const rowsOf = (
  t: Text,
  record: LeadDetailRecord,
): ReadonlyArray<readonly [label: string, value: ReactNode]> => [
  [t('console.leads.treatment'), named(t, 'category', record.treatment)],
  [t('console.leads.body_area'), named(t, 'body-area', record.bodyArea)],
  [
    t('console.leads.locations'),
    record.widened
      ? t('console.leads.widened', { cities: allNamed(t, 'city', record.locations) })
      : allNamed(t, 'city', record.locations),
  ],
  [t('console.leads.budget'), named(t, 'budget', record.budget)],
  [t('console.leads.timeline'), named(t, 'timeline', record.timeline)],
  [t('console.leads.offers'), record.offersCount],
  [t('console.leads.published'), <When key="published" at={record.publishedAt} />],
  [t('console.leads.expires'), <When key="expires" at={record.expiresAt} />],
];
