import { useListContext, type SortPayload } from 'react-admin';
import { Link } from 'react-router-dom';
import { useText } from '../text';

/** What a list shows: by which filter, in which order. */
export interface ListView {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sort: SortPayload;
}

export const ascending = (field: string): SortPayload => ({ field, order: 'ASC' });
export const descending = (field: string): SortPayload => ({ field, order: 'DESC' });

/** What waits for a person. */
export const waitingIn = (sort: SortPayload): ListView => ({ filter: { queue: 'waiting' }, sort });

/** The address of a list in this view, below `/admin`. */
export function listAddress(resource: string, { filter, sort }: ListView): string {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: sort.field,
    order: sort.order,
    page: '1',
    perPage: '25',
  });
  return `/admin/${resource}?${query.toString()}`;
}

const ordered = (filter: ListView['filter']) =>
  JSON.stringify(Object.entries(filter).sort(([a], [b]) => a.localeCompare(b)));

/** Whether a list shows exactly this view. */
export const isSameView = (a: ListView, b: ListView): boolean =>
  ordered(a.filter) === ordered(b.filter) &&
  a.sort.field === b.sort.field &&
  a.sort.order === b.sort.order;

/** A named view of a list. */
export interface SavedView extends ListView {
  readonly label: string;
}

/** Links to the named views; the one that is open is marked. */
export function SavedViews({ views }: { views: readonly SavedView[] }) {
  const t = useText();
  const { resource, filterValues, sort } = useListContext();
  if (views.length === 0) return null;
  return (
    <nav aria-label={t('console.saved_queues')} className="mb-4 border-b border-line">
      <ul className="flex flex-wrap gap-x-5">
        {views.map((view) => {
          const open = isSameView(view, { filter: filterValues as ListView['filter'], sort });
          return (
            <li key={view.label}>
              <Link
                to={listAddress(resource, view)}
                aria-current={open ? 'page' : undefined}
                className={`-mb-px inline-block border-b-2 py-2 ${
                  open
                    ? 'border-brand font-semibold text-brand'
                    : 'border-transparent text-ink-soft hover:text-ink forced-colors:border-[Canvas]'
                }`}
              >
                {view.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
