import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { PatientRecord } from '#contracts/identity';
import { EventButtons } from '../components/event-buttons';
import type { EventTable } from '../components/event-table';
import { Facts } from '../components/facts';
import { listAddress } from '../components/list-address';
import { PageHead } from '../components/page-head';
import { Panel } from '../components/panel';
import { When } from '../components/when';
import { useText } from '../text';
import { ContactPanel } from './contact-panel';

const events: EventTable = { 'end-sessions': { tone: 'danger', confirm: true } };
const newestFirst = { field: 'createdAt', order: 'DESC' } as const;

/** What is known of a patient without reaching for contact data, and the two things that can be done. */
export function PatientPage({ record }: { record: PatientRecord }) {
  const t = useText();
  const [revealed, setRevealed] = useState<PatientRecord | null>(null);
  const requests = listAddress('leads', { filter: { patientId: record.id }, sort: newestFirst });
  return (
    <>
      <PageHead
        back={{ to: '/admin/patients', label: t('console.patients.title') }}
        title={record.name}
      />
      <div className="grid items-start gap-5 @min-[46rem]:grid-cols-2">
        <Panel title={t('console.patients.account')}>
          <Facts
            rows={[
              [t('console.patients.joined'), <When key="joined" at={record.createdAt} />],
              [t('console.patients.seen'), <When key="seen" at={record.lastSeenAt} relative />],
              [
                t('console.patients.requests'),
                <Link key="requests" className="link" to={requests}>
                  {t('console.patients.requests_count', { count: record.leadsCount })}
                </Link>,
              ],
              [
                t('console.patients.id'),
                <span key="id" className="break-all">
                  {record.id}
                </span>,
              ],
            ]}
          />
        </Panel>
        <ContactPanel record={record} revealed={revealed} onReveal={setRevealed} />
        <Panel title={t('console.patients.sessions')}>
          <p className="measure mb-3 text-ink-soft">{t('console.patients.sessions_text')}</p>
          <EventButtons resource="patients" record={record} events={events} />
        </Panel>
      </div>
    </>
  );
}
