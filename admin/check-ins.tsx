import { HeartPulse, Siren } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { CheckInDetailRecord, CheckInRecord } from '#contracts/aftercare';
import { ActionButtons } from './components/action-buttons';
import type { ActionTable } from './components/actions';
import { search } from './components/console-list';
import { PageHead } from './components/page-head';
import { Facts, Panel } from './components/panel';
import { StatusChip } from './components/status-chip';
import { Since, When } from './components/times';
import { ascending, descending } from './components/views';
import { resourceOf } from './resource';
import { useText } from './text';

const waiting = { filter: { queue: 'waiting' }, sort: ascending('answeredAt') };

/** Answers after a treatment that mean danger; those without a reply for a day are the first view. */
export const checkIns = resourceOf<CheckInRecord, CheckInDetailRecord>({
  name: 'check-ins',
  group: 'requests',
  icon: HeartPulse,
  queue: { icon: Siren, view: waiting },
  live: true,
  page: CheckInPage,
  list: {
    sort: descending('answeredAt'),
    views: { 'console.queue.check-ins': waiting, 'view.all': { filter: {} } },
    filters: [search],
    // What leaves the console: no patient.
    exports: 'all',
    columns: [
      { label: 'id', field: 'id', only: 'export' },
      { label: 'clinic', field: 'clinicName' },
      { label: 'day', field: 'day', end: true },
      { label: 'console.status', show: (record) => <State record={record} /> },
      { label: 'answered', field: 'answeredAt', as: 'time', sort: true },
    ],
  },
});

const tones = { escalated: 'danger', alerted: 'warn' } as const;

function State({ record: { state } }: { record: CheckInRecord }) {
  const t = useText();
  const tone = state === 'escalated' || state === 'alerted' ? tones[state] : 'ok';
  return <StatusChip tone={tone}>{t(`console.check-ins.state.${state}`)}</StatusChip>;
}

const actions: ActionTable = { close: { tone: 'primary', asks: 'reason' } };

function CheckInPage({ record }: { record: CheckInDetailRecord }) {
  const t = useText();
  const none = t('console.check-ins.none');
  const answered = record.answeredAt;
  return (
    <>
      <PageHead
        back="list"
        title={t('console.check-ins.of', { day: record.day, clinic: record.clinicName })}
        mark={<State record={record} />}
        lead={answered ? <Since what={t('console.check-ins.answered')} at={answered} /> : null}
      />
      <div className="grid items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          <Panel title={t('console.check-ins.answers')}>
            <Facts
              rows={[
                ...record.dangers.map((one) => [one, record.answers[one] ?? none] as const),
                [t('console.check-ins.country'), record.country ?? none] as const,
              ]}
            />
          </Panel>
          <Panel title={t('console.check-ins.note')}>
            <p className="measure break-words whitespace-pre-line">{record.note ?? none}</p>
          </Panel>
          <Panel title={t('console.check-ins.reply')}>
            <p className="measure break-words whitespace-pre-line">{record.reply ?? none}</p>
            {record.repliedAt ? (
              <p className="text-ink-soft">
                {t('console.check-ins.replied')} <When at={record.repliedAt} />
              </p>
            ) : null}
          </Panel>
        </div>
        <Panel title={t('console.check-ins.decision')}>
          <div className="grid gap-3">
            <p>{t('console.check-ins.call')}</p>
            <p className="flex gap-4">
              <Link className="link" to={`/admin/patients/${record.patientId}/show`}>
                {t('console.check-ins.patient')}
              </Link>
              <Link className="link" to={`/admin/clinics/${record.clinicId}/show`}>
                {t('console.check-ins.clinic_page')}
              </Link>
            </p>
            <ActionButtons resource="check-ins" record={record} actions={actions} />
          </div>
        </Panel>
      </div>
    </>
  );
}
