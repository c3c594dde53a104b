import { describe, expect, it } from 'vitest';
import type { ClinicDetailRecord, DocumentRecord } from '#contracts/clinic-onboarding';
import { checklistOf, heldBy, inOrder, nextWaiting } from './checklist';

const document = (
  id: string,
  kind: DocumentRecord['kind'],
  review: DocumentRecord['review'] = 'waiting',
) => ({ id, kind, review }) as DocumentRecord;
const application = (fields: Partial<ClinicDetailRecord>) =>
  ({ status: 'pending', unaccepted: [], allowedEvents: [], ...fields }) as ClinicDetailRecord;

describe('the checklist', () => {
  it('has every required kind, and what is optional only when it is there', () => {
    expect(checklistOf([], []).map(({ kind, state }) => [kind, state])).toEqual([
      ['medical-license', 'missing'],
      ['clinic-registration', 'missing'],
      ['professional-id', 'missing'],
      ['clinic-photos', 'missing'],
    ]);
    expect(checklistOf([document('a', 'insurance')], []).map(({ kind }) => kind)).toContain(
      'insurance',
    );
  });

  it.each([
    [['accepted', 'waiting'], 'accepted'],
    [['waiting', 'rejected'], 'waiting'],
    [['asked-again', 'rejected'], 'asked-again'],
    [['rejected'], 'missing'],
  ] as const)('takes a kind with %j for %s', (reviews, state) => {
    const own = reviews.map((review, at) => document(String(at), 'medical-license', review));
    expect(checklistOf(own, [])[0]!.state).toBe(state);
  });
});

describe('a kind that a law requires', () => {
  const kind = 'complication-insurance';

  it.each([
    ['from a later day on', false, []],
    ['now', true, [{ kind, required: true, state: 'missing' }]],
  ])('stands on the list where it does so %s', (_when, inForce, expected) => {
    const list = checklistOf([], [{ kind, from: '2026-06-01', inForce }]);
    const own = list.filter((item) => item.kind === kind);
    expect(own.map(({ documents: _documents, ...item }) => item)).toEqual(expected);
  });
});

describe('the next document', () => {
  const all = inOrder(
    checklistOf(
      [
        document('photo', 'clinic-photos'),
        document('licence', 'medical-license'),
        document('id', 'professional-id', 'accepted'),
      ],
      [],
    ),
  );

  it('is the next one that waits, from the top when there is none below', () => {
    expect(all.map(({ id }) => id)).toEqual(['licence', 'id', 'photo']);
    expect(nextWaiting(all, null)?.id).toBe('licence');
    expect(nextWaiting(all, 'licence')?.id).toBe('photo');
    expect(nextWaiting(all, 'photo')?.id).toBe('licence');
  });

  it('is none when nothing else waits', () => {
    expect(nextWaiting([document('a', 'insurance')], 'a')).toBeUndefined();
  });
});

describe('an approval', () => {
  it('is held back while the API does not allow it', () => {
    const unaccepted: ClinicDetailRecord['unaccepted'] = ['medical-license'];
    expect(heldBy(application({ unaccepted }))).toEqual(['medical-license']);
    expect(heldBy(application({ unaccepted, allowedEvents: ['approve'] }))).toBeNull();
    expect(heldBy(application({ status: 'approved' }))).toBeNull();
  });
});
