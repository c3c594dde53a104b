import type { CtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { Page, RequestOf } from '#platform/lists/list';
import type { eventList } from '#platform/lists/console-lists';
import type { EventDetailRecord, EventRecord } from '#platform/lists/console-records';
import type { EventPage } from '../reactions/event-page';
import { pages } from '../reactions/index';

const pageOf = new Map(pages.map((page) => [page.event.type, page]));

/** A page of the events of the product, by name. */
export function listEvents(
  _ctx: CtxOf<'staff'>,
  { filter, sort, offset, limit }: RequestOf<typeof eventList>,
): Promise<Page<EventRecord>> {
  const found = [...pageOf.keys()]
    .filter((name) => !filter.id || filter.id.includes(name))
    .filter((name) => name.includes(filter.q?.toLowerCase() ?? ''))
    .sort();
  if (sort.order === 'DESC') found.reverse();
  const rows = found.slice(offset, offset + limit).map((name) => toRecord(pageOf.get(name)!));
  return Promise.resolve({ rows, total: found.length });
}

/** What follows from an event. @throws AppError `not_found` */
export function readEvent(_ctx: CtxOf<'staff'>, name: string): Promise<EventDetailRecord> {
  const page = pageOf.get(name);
  if (!page) return Promise.reject(new AppError('not_found'));
  const { event, rows, audit, live, enqueues, notify } = page;
  return Promise.resolve({
    ...toRecord(page),
    holds: Object.keys(event.fields.shape),
    rows: Object.entries(rows).map(([table, columns]) => ({ table, columns })),
    audit: [...audit],
    live: Object.entries(live).map(([reader, types]) => ({ reader, types: [...types] })),
    enqueues: [...enqueues],
    notifications: Object.entries(notify).map(([name, { to, by, topic }]) => ({
      ...{ name, by, topic },
      to: [...to.kinds],
    })),
    follows: followsFrom(page),
  });
}

const toRecord = ({ event, when, causedBy, steps, jobs, notify }: EventPage): EventRecord => ({
  id: event.type,
  when,
  causedBy: [...causedBy],
  steps: steps.map(({ name }) => name),
  jobs: jobs.map(({ name }) => name),
  notifies: Object.keys(notify),
  allowedEvents: [],
});

/** The events that an event causes. A name that an event gives as its own cause is that of a call. */
export const followedBy = ({ event: { type }, causedBy }: EventPage): readonly EventPage[] =>
  causedBy.includes(type) ? [] : pages.filter((page) => page.causedBy.includes(type));

/** All that follows, each below what causes it; an event that stands above is not followed again. */
function followsFrom(
  page: EventPage,
  above: readonly EventPage[] = [],
): EventDetailRecord['follows'] {
  const line = [...above, page];
  return followedBy(page).flatMap((next) => [
    { event: next.event.type, depth: above.length },
    ...(line.includes(next) ? [] : followsFrom(next, line)),
  ]);
}
