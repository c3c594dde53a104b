import { Link } from 'react-router-dom';
import type { TicketDetailRecord } from '#contracts/support';
import { ActionButtons } from '../components/action-buttons';
import type { ActionTable } from '../components/actions';
import { StaffName } from '../components/actor-name';
import { PageHead } from '../components/page-head';
import { Facts, Panel } from '../components/panel';
import { Clock, When } from '../components/times';
import { languageName, useText, type Text } from '../text';
import { Contact } from './contact';
import { Direct } from './direct';
import { Reply } from './reply';
import { Priority, TicketStatus } from './status';

const actions: ActionTable = {
  close: { confirm: true },
  reopen: { tone: 'primary', confirm: true },
};

/** One ticket: what was written, the answer, and who takes care of it. */
export function TicketPage({ record }: { record: TicketDetailRecord }) {
  const t = useText();
  return (
    <>
      <PageHead
        back="list"
        title={record.subject || t('console.tickets.kind_of.chat')}
        mark={
          <>
            <TicketStatus record={record} /> <Priority record={record} />
          </>
        }
        lead={
          <>
            {record.clinicName ?? t(`console.tickets.owner.${record.owner}`)} ·{' '}
            <When at={record.createdAt} relative />
          </>
        }
      />
      <div className="grid items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          <Thread record={record} />
          <Reply record={record} />
        </div>
        <div className="grid gap-5">
          <Panel title={t('console.tickets.care')}>
            <Facts rows={detailsOf(t, record)} />
            <Direct record={record} />
            <div className="mt-4">
              <ActionButtons resource="tickets" record={record} actions={actions} />
            </div>
          </Panel>
          <Contact record={record} />
        </div>
      </div>
    </>
  );
}

const detailsOf = (t: Text, record: TicketDetailRecord) => [
  [t('console.tickets.due'), <Clock key="due" dueAt={record.dueAt} />] as const,
  [t('console.tickets.assignee'), <StaffName key="who" id={record.assigneeId} />] as const,
  [t('console.tickets.language'), languageName(record.locale)] as const,
  [
    t('console.tickets.flow'),
    <Link key="flow" className="link" to={`/admin/workflows/${record.id}/show`}>
      {t('console.leads.workflow')}
    </Link>,
  ] as const,
];

/** What was written, oldest first. */
function Thread({ record: { messages, owner, clinicName } }: { record: TicketDetailRecord }) {
  const t = useText();
  const name = clinicName ?? t(`console.tickets.owner.${owner}`);
  return (
    <Panel title={t('console.tickets.thread')}>
      <ol className="grid gap-4" aria-label={t('console.tickets.thread')}>
        {messages.map(({ id, from, staffId, text, createdAt, readAt }) => (
          <li
            key={id}
            className={
              from === 'staff' ? 'rounded-md bg-brand-soft px-4 py-3' : 'border-t border-line pt-3'
            }
          >
            <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
              <strong>{from === 'staff' ? <StaffName id={staffId} /> : name}</strong>
              <When at={createdAt} />
              {from === 'staff' && readAt ? <span>{t('console.tickets.seen')}</span> : null}
            </p>
            <p className="measure mt-1 break-words whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
