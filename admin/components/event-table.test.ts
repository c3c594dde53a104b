import { expect, it } from 'vitest';
import { needsDialog, offeredEvents, type EventTable } from './event-table';

const table: EventTable = {
  approve: { tone: 'primary', confirm: true },
  reject: { tone: 'danger', asks: 'reason' },
  note: {},
};

it('offers what is allowed and known, in the order of the table', () => {
  const offered = offeredEvents(table, ['note', 'unheard-of', 'approve']);
  expect(offered.map(({ event }) => event)).toEqual(['approve', 'note']);
  expect(offeredEvents(table, [])).toEqual([]);
});

it('asks before what needs words or a yes', () => {
  expect(Object.values(table).map(needsDialog)).toEqual([true, true, false]);
});
