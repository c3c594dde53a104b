import { Zap } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { EventDetailRecord, EventRecord } from '#platform/lists/console-records';
import { search } from './components/console-list';
import { PageHead } from './components/page-head';
import { Panel } from './components/panel';
import { ascending } from './components/views';
import { resourceOf } from './resource';
import { useText } from './text';

/** What can happen in the product, and what follows from it: as `docs/events.md` has it. */
export const events = resourceOf<EventRecord, EventDetailRecord>({
  name: 'events',
  group: 'system',
  icon: Zap,
  page: EventPage,
  list: {
    sort: ascending('id'),
    filters: [search],
    columns: [
      { label: 'event', field: 'id', as: 'strong', sort: true },
      { label: 'when', show: ({ when }) => <span className="block max-w-xl">{when}</span> },
      {
        label: 'steps',
        show: ({ steps }) => steps.length,
        csv: ({ steps }) => steps.join(' '),
        end: true,
      },
      {
        label: 'jobs',
        show: ({ jobs }) => jobs.length,
        csv: ({ jobs }) => jobs.join(' '),
        end: true,
      },
      {
        label: 'notifies',
        show: ({ notifies }) => notifies.length,
        csv: ({ notifies }) => notifies.join(' '),
        end: true,
      },
    ],
  },
});

const address = (name: string) => `/admin/events/${encodeURIComponent(name)}/show`;

/** One event: what causes it, what is part of it, and all that follows. */
function EventPage({ record }: { record: EventDetailRecord }) {
  const t = useText();
  const { id, when, rows, live, notifications } = record;
  return (
    <>
      <PageHead back="list" title={id} lead={when} />
      <div className="grid items-start gap-5 @min-[46rem]:grid-cols-2">
        <Follows record={record} />
        <Names title={t('console.events.caused_by')} names={record.causedBy} />
        <Names title={t('console.events.steps')} names={record.steps} />
        <Names title={t('console.events.jobs')} names={[...record.jobs, ...record.enqueues]} />
        <Names
          title={t('console.events.notifies')}
          names={notifications.map(({ name, to, by, topic }) =>
            t('console.events.notification', { name, to: to.join(', '), by, topic }),
          )}
        />
        <Names
          title={t('console.events.live')}
          names={live.flatMap(({ reader, types }) => types.map((type) => `${reader}: ${type}`))}
        />
        <Names
          title={t('console.events.rows')}
          names={rows.map(({ table, columns }) => `${table}: ${columns}`)}
        />
        <Names title={t('console.events.audit')} names={record.audit} />
        <Names title={t('console.events.holds')} names={record.holds} />
      </div>
    </>
  );
}

/** The events that come of it, each below the one that causes it. */
function Follows({ record: { follows } }: { record: EventDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.events.follows')}>
      {follows.length === 0 ? (
        <p className="text-ink-soft">{t('console.events.nothing_follows')}</p>
      ) : (
        <ul className="grid gap-1">
          {follows.map(({ event, depth }, n) => (
            // The same event may follow twice.
            <li key={`${n} ${event}`} style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
              <Link className="link break-all" to={address(event)}>
                {event}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Names under a title; nothing where there are none. */
function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className="grid gap-1 wrap-anywhere">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </Panel>
  );
}
