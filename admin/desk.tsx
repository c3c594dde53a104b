import Button from '@mui/material/Button';
import { Inbox } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { DeskRecord } from '#contracts/casework';
import { unreadOf, useDesk, useDeskCommand } from './components/casework/desk';
import { caseAddress, clockTime } from './components/casework/names';
import { StaffName } from './components/actor-name';
import { PageHead } from './components/page-head';
import { Panel } from './components/panel';
import { When } from './components/times';
import { listAddress } from './components/views';
import type { ConsoleResource } from './resource';
import { text, useText } from './text';

/** One's own cases, notices and views; no resource of the API. */
export const desk: ConsoleResource = {
  name: 'desk',
  group: 'queues',
  icon: Inbox,
  list: DeskPage,
};

const named = (kind: string, id: string) =>
  `${text(`console.casework.kind.${kind}`)} ${id.slice(0, 8)}`;

function DeskPage() {
  const t = useText();
  const { desk: own, again } = useDesk();
  return (
    <>
      <PageHead title={t('console.desk.title')} lead={t('console.desk.lead')} />
      {own ? (
        <div className="grid items-start gap-5 @min-[46rem]:grid-cols-2">
          <Notices desk={own} />
          <Cases desk={own} />
          <Views desk={own} />
        </div>
      ) : (
        <div role="status" className="grid justify-items-start gap-3">
          <p>{t('console.loading')}</p>
          <Button onClick={again}>{t('console.try_again')}</Button>
        </div>
      )}
    </>
  );
}

function Notices({ desk: own }: { desk: DeskRecord }) {
  const t = useText();
  const { run, pending } = useDeskCommand();
  const ids = unreadOf(own).map(({ id }) => id);
  return (
    <Panel
      title={t('console.desk.notices')}
      aside={
        ids.length > 0 ? (
          <Button disabled={pending} onClick={() => void run('POST', 'notices', { ids })}>
            {t('console.desk.all_read')}
          </Button>
        ) : null
      }
    >
      {own.notices.length === 0 ? <p>{t('console.desk.no_notices')}</p> : null}
      <ul className="grid gap-3">
        {own.notices.map(({ id, type, kind, caseId, byId, at, readAt }) => (
          <li key={id} className={readAt ? 'text-ink-soft' : 'font-semibold'}>
            <StaffName id={byId} /> {t(`console.desk.notice.${type}`)}{' '}
            <Link className="link" to={caseAddress(kind, caseId)}>
              {named(kind, caseId)}
            </Link>{' '}
            · <When at={at} />
            {readAt ? null : <span className="sr-only"> {t('console.desk.unread')}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Cases({ desk: own }: { desk: DeskRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.desk.cases')}>
      {own.cases.length === 0 ? <p>{t('console.desk.no_cases')}</p> : null}
      <ul className="grid gap-2">
        {own.cases.map(({ kind, caseId, until }) => (
          <li key={caseId}>
            <Link className="link" to={caseAddress(kind, caseId)}>
              {named(kind, caseId)}
            </Link>{' '}
            {t('console.casework.until', { time: clockTime(until) })}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Views({ desk: own }: { desk: DeskRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.casework.own_views')}>
      {own.views.length === 0 ? <p>{t('console.desk.no_views')}</p> : null}
      <ul className="grid gap-2">
        {own.views.map(({ id, resource, name, query }) => (
          <li key={id}>
            <Link className="link" to={listAddress(resource, query)}>
              {name}
            </Link>{' '}
            <span className="text-ink-soft">{t(`console.${resource}.title`)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
