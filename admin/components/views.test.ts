import { expect, it } from 'vitest';
import { isSameView, listAddress } from './views';

const byDue = { field: 'dueAt', order: 'ASC' } as const;

it('writes a view as the address that the list reads', () => {
  const address = new URL(
    listAddress('clinics', { filter: { stage: ['review'] }, sort: byDue }),
    'http://x',
  );
  expect(address.pathname).toBe('/admin/clinics');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    filter: '{"stage":["review"]}',
    sort: 'dueAt',
    order: 'ASC',
    page: '1',
    perPage: '25',
  });
});

it('knows a view again, however its filter is ordered', () => {
  const view = { filter: { a: 1, b: 2 }, sort: byDue };
  expect(isSameView(view, { filter: { b: 2, a: 1 }, sort: byDue })).toBe(true);
  expect(isSameView(view, { filter: { a: 1 }, sort: byDue })).toBe(false);
  expect(isSameView(view, { ...view, sort: { field: 'dueAt', order: 'DESC' } })).toBe(false);
});
