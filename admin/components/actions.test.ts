import { expect, it } from 'vitest';
import { needsDialog, offeredActions, type ActionTable } from './actions';

const table: ActionTable = {
  approve: { tone: 'primary', confirm: true },
  reject: { tone: 'danger', asks: 'reason' },
  note: {},
};

it('offers what is allowed and known, in the order of the table', () => {
  const offered = offeredActions(table, ['note', 'unheard-of', 'approve']);
  expect(offered.map(({ name }) => name)).toEqual(['approve', 'note']);
  expect(offeredActions(table, [])).toEqual([]);
});

it('asks before what needs words or a yes', () => {
  expect(Object.values(table).map(needsDialog)).toEqual([true, true, false]);
});
