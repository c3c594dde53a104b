import type { SortPayload } from 'react-admin';

export interface ListView {
  readonly filter: object;
  readonly sort: SortPayload;
}

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

const ordered = (filter: object) =>
  JSON.stringify(Object.entries(filter).sort(([a], [b]) => a.localeCompare(b)));

/** Whether a list shows exactly this view. */
export const isSameView = (a: ListView, b: ListView): boolean =>
  ordered(a.filter) === ordered(b.filter) &&
  a.sort.field === b.sort.field &&
  a.sort.order === b.sort.order;
