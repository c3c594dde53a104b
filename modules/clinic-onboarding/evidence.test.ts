import { describe, expect, it } from 'vitest';
import { allowedDecisions, type JudgedDocument, missingKinds, unacceptedKinds } from './rules';
import { type DocumentKind, requiredKinds } from './values';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute));
const doc = (kind: DocumentKind, more: Partial<JudgedDocument> = {}): JudgedDocument => ({
  kind,
  scan: 'clean',
  review: 'waiting',
  createdAt: at(0),
  reviewedAt: null,
  removedAt: null,
  ...more,
});
const others = requiredKinds.slice(1).map((kind) => doc(kind, { review: 'accepted' }));
const license = (more: Partial<JudgedDocument>) => doc('medical-license', more);
const asked = { review: 'asked-again', reviewedAt: at(5) } as const;

describe('what documents come to', () => {
  it.each([
    ['nothing', [], true, true],
    ['one that waits', [license({})], false, true],
    ['one that is accepted', [license({ review: 'accepted' })], false, false],
    ['one that is rejected', [license({ review: 'rejected' })], true, true],
    ['one that is asked for again', [license(asked)], true, true],
    ['one that was removed', [license({ review: 'accepted', removedAt: at(9) })], true, true],
    ['one that is infected', [license({ scan: 'infected' })], true, true],
    ['one that no scanner has seen', [license({ scan: 'not_scanned' })], false, true],
    ['asked again, and come', [license(asked), license({ createdAt: at(7) })], false, true],
    [
      'asked again, and come, and accepted',
      [license(asked), license({ createdAt: at(7), review: 'accepted' })],
      false,
      false,
    ],
    [
      'asked again, with an older one',
      [license(asked), license({ review: 'accepted' })],
      true,
      true,
    ],
    [
      'asked again, and come infected',
      [license(asked), license({ createdAt: at(7), scan: 'infected' })],
      true,
      true,
    ],
    [
      'asked again, and removed, and come',
      [license({ ...asked, removedAt: at(6) }), license({})],
      false,
      true,
    ],
    ['one accepted, one waiting', [license({ review: 'accepted' }), license({})], false, true],
    [
      'one accepted, one rejected',
      [license({ review: 'accepted' }), license({ review: 'rejected' })],
      false,
      false,
    ],
  ])('%s', (_name, docs, missing, unaccepted) => {
    expect(missingKinds([...others, ...docs], requiredKinds)).toEqual(
      missing ? ['medical-license'] : [],
    );
    expect(unacceptedKinds([...others, ...docs], requiredKinds)).toEqual(
      unaccepted ? ['medical-license'] : [],
    );
  });

  it('does not depend on what is not required', () => {
    const docs = [...others, license({ review: 'accepted' }), doc('insurance', asked)];
    expect([missingKinds(docs, requiredKinds), unacceptedKinds(docs, requiredKinds)]).toEqual([
      [],
      [],
    ]);
  });
});

describe('what may be decided about a document', () => {
  it.each([
    ['waiting', {}, ['accept', 'ask-again', 'reject']],
    ['accepted', { review: 'accepted' }, ['ask-again', 'reject']],
    ['asked-again', asked, ['accept', 'reject']],
    ['rejected', { review: 'rejected' }, ['accept', 'ask-again']],
    ['still being scanned', { scan: 'pending' }, ['ask-again', 'reject']],
    ['infected', { scan: 'infected' }, ['ask-again', 'reject']],
    ['not scannable', { scan: 'failed' }, ['ask-again', 'reject']],
    ['without a scanner', { scan: 'not_scanned' }, ['accept', 'ask-again', 'reject']],
    ['removed', { removedAt: at(3) }, []],
  ] as const)('%s', (_name, more, decisions) => {
    const one = { ...license(more), supersededAt: null };
    for (const status of ['pending', 'approved', 'suspended'] as const)
      expect(allowedDecisions(one, status)).toEqual(decisions);
    for (const status of ['rejected', null] as const)
      expect(allowedDecisions(one, status)).toEqual([]);
    expect(allowedDecisions({ ...one, supersededAt: at(9) }, 'approved')).toEqual([]);
  });
});
