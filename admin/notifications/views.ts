/** Messages that failed for good, the oldest first. */
export const failedView = {
  filter: { status: 'failed' },
  sort: { field: 'failedAt', order: 'ASC' },
} as const;
