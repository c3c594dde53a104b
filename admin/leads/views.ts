import type { SavedQueue } from '../components/saved-queues';

type View = Pick<SavedQueue, 'filter' | 'sort'>;

export const newestFirst = { field: 'createdAt', order: 'DESC' } as const;

/** Requests that wait for a person, the longest wait first. */
export const heldView: View = {
  filter: { queue: 'held' },
  sort: { field: 'createdAt', order: 'ASC' },
};

/** Requests that are published by themselves unless somebody looks. */
export const screeningView: View = {
  filter: { queue: 'screening' },
  sort: { field: 'createdAt', order: 'ASC' },
};

export const openView: View = {
  filter: { status: ['reviewed', 'offers_received'] },
  sort: newestFirst,
};
