import { describe, expect, it } from 'vitest';
import type { DocumentRecord } from '#contracts/clinic-onboarding';
import { withDecided } from './checklist';
import { refusalOfKey } from './review';

const document = (fields: Partial<DocumentRecord> = {}) =>
  ({
    id: 'a',
    version: 'a-1',
    review: 'waiting',
    allowedEvents: ['accept', 'reject'],
    ...fields,
  }) as DocumentRecord;

describe('a key of a review', () => {
  const selected = document();

  it('decides about the document that is on the screen', () => {
    expect(refusalOfKey('accept', { selected, shown: 'a', pending: null })).toBeNull();
  });

  it('does nothing while a decision is under way, whatever is on the screen', () => {
    const screen = { selected, shown: 'a', pending: 'accept' };
    expect(['accept', 'reject'].map((action) => refusalOfKey(action, screen))).toEqual([
      'under-way',
      'under-way',
    ]);
  });

  it.each([null, 'b'])('accepts nothing that cannot be seen: shown is %s', (shown) => {
    expect(refusalOfKey('accept', { selected, shown, pending: null })).toBe('not-shown');
    expect(refusalOfKey('reject', { selected, shown, pending: null })).toBeNull();
  });

  it('does nothing that the document does not allow, or without one', () => {
    expect(refusalOfKey('ask-again', { selected, shown: 'a', pending: null })).toBe('not-offered');
    const nothing = { selected: undefined, shown: null, pending: null };
    expect(refusalOfKey('accept', nothing)).toBe('not-offered');
  });
});

describe('a list that was read before a decision', () => {
  const accepted = document({ version: 'a-2', review: 'accepted', allowedEvents: ['reject'] });
  const decided = new Map([['a-1', accepted]]);

  it('shows the decision at once', () => {
    const other = document({ id: 'b', version: 'b-1' });
    expect(withDecided([document(), other], decided)).toEqual([accepted, other]);
  });

  it('gives way to a newer one', () => {
    const newer = document({ version: 'a-3' });
    expect(withDecided([newer], decided)).toEqual([newer]);
  });
});
