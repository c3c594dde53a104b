import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { openFields } from '#contracts/consultation';
import type { LeadDetailRecord } from '#contracts/leads';
import { listAddress } from '../components/views';
import { Panel } from '../components/panel';
import { PageHead } from '../components/page-head';
import { Since, When } from '../components/times';
import { useText, type Text } from '../text';
import { LeadDecision, QueueSteps } from './decision';
import { LeadNotes, useNotes } from './notes';
import { LeadPhotos } from './photos';
import { allNamed, heldView, LeadStatus, named } from './words';

/** The evidence on the left, what the checks found and the decision beside it or, on small screens, after it. */
export function LeadPage({ record }: { record: LeadDetailRecord }) {
  const t = useText();
  const notes = useNotes(record);
  return (
    <>
      <PageHead
        back={{ to: listAddress('leads', heldView), label: t('console.queue.leads') }}
        title={named(t, 'sub-treatment', record.subTreatment)}
        mark={<LeadStatus record={record} />}
        lead={<Since what={t('console.leads.submitted')} at={record.createdAt} />}
      >
        <QueueSteps id={record.id} />
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_24rem] @min-[60rem]:grid-rows-[auto_1fr]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <LeadFields record={record} />
          <LeadNotes notes={notes} />
          <LeadPhotos record={record} photos={notes.record.photos} />
          <LeadAsks record={record} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 @min-[60rem]:sticky @min-[60rem]:top-[4.75rem] @min-[60rem]:row-span-2">
          <LeadFindings record={record} />
          <LeadDecision record={record} />
          <p className="px-1">
            <Link className="link" to={`/admin/workflows/${record.id}/show`}>
              {t('console.leads.workflow')}
            </Link>
            {' · '}
            <Link className="link" to={`/admin/patients/${record.patientId}/show`}>
              {t('console.leads.patient')}
            </Link>
          </p>
        </div>
        <LeadHistory record={record} />
      </div>
    </>
  );
}

/** What is asked for, without the patient's own words. */
function LeadFields({ record }: { record: LeadDetailRecord }) {
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
  [t('catalogue.fact.treatment'), named(t, 'category', record.treatment)],
  [t('console.leads.body_area'), named(t, 'body-area', record.bodyArea)],
  [
    t('console.leads.locations'),
    record.widened
      ? t('console.leads.widened', { cities: allNamed(t, 'city', record.locations) })
      : allNamed(t, 'city', record.locations),
  ],
  ...openFields.map(
    (field) => [t(`catalogue.fact.${field}`), named(t, field, record[field])] as const,
  ),
  [t('console.leads.offers'), record.offersCount],
  [t('console.leads.published'), <When key="published" at={record.publishedAt} />],
  [t('console.leads.expires'), <When key="expires" at={record.expiresAt} />],
];

/** Why a request is held: what the automatic checks found in it. */
function LeadFindings({ record: { findings, queue } }: { record: LeadDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.leads.findings')}>
      {findings.length === 0 ? (
        <p className="flex gap-2">
          <ShieldCheck size={17} aria-hidden className="mt-0.5 shrink-0 text-ok" />
          {t(
            queue === null ? 'console.leads.nothing_found' : 'console.leads.nothing_found_waiting',
          )}
        </p>
      ) : (
        <ul className="grid gap-3">
          {findings.map((finding) => (
            <li key={finding} className="flex gap-2">
              <ShieldAlert size={17} aria-hidden className="mt-0.5 shrink-0 text-warn" />
              <span>
                <span className="block font-semibold">{t(`console.leads.finding.${finding}`)}</span>
                <span className="text-ink-soft">{t(`console.leads.finding_text.${finding}`)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The clinics that the patient asked with it, and what became of it; nothing here is changed by staff. */
function LeadAsks({ record: { asks } }: { record: LeadDetailRecord }) {
  const t = useText();
  if (asks.length === 0) return null;
  return (
    <Panel title={t('console.leads.asks')}>
      <ul className="grid gap-2">
        {asks.map(({ clinicId, state, keptUntil, reason, endedAt }) => (
          <li key={clinicId} className="grid gap-x-4 @min-[34rem]:grid-cols-[11rem_1fr]">
            <Link className="link" to={`/admin/clinics/${clinicId}/show`}>
              {t('console.leads.ask_clinic', { id: clinicId.slice(0, 8) })}
            </Link>
            <span>
              {t(`console.leads.ask.${state}`)}
              {reason ? ` · ${t(`console.leads.refusal.${reason}`)}` : null}
              {(keptUntil ?? endedAt) ? (
                <>
                  {' · '}
                  <When at={(keptUntil ?? endedAt)!} />
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What happened to the request, newest first. */
function LeadHistory({ record }: { record: LeadDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.leads.history')}>
      <ol className="grid gap-2">
        {record.history.toReversed().map(({ id, kind, at }) => (
          <li key={id} className="grid gap-x-4 @min-[34rem]:grid-cols-[11rem_1fr]">
            <span className="text-ink-soft">
              <When at={at} />
            </span>
            <span>{t(`console.leads.happened.${kind}`)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
