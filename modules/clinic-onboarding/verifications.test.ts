import { describe, expect, it } from 'vitest';
import { type DocumentKind, requiredKinds } from './values';
import { isVerified, verificationsOf, type VerifyingDocument } from './verifications.server';

const at = (day: string) => new Date(`${day}T09:00:00Z`);
const doc = (kind: DocumentKind, more: Partial<VerifyingDocument> = {}): VerifyingDocument => ({
  kind,
  scan: 'clean',
  review: 'accepted',
  createdAt: at('2026-01-01'),
  reviewedAt: at('2026-01-02'),
  removedAt: null,
  validUntil: null,
  supersededAt: null,
  ...more,
});
const others = requiredKinds.slice(1).map((kind) => doc(kind));
const license = (more: Partial<VerifyingDocument> = {}) => doc('medical-license', more);

describe('what stands verified', () => {
  it.each([
    ['no end date', [license()], null, false],
    ['the last day', [license({ validUntil: '2026-03-01' })], '2026-03-01', false],
    ['the day after', [license({ validUntil: '2026-02-28' })], '2026-02-28', true],
    [
      'the first of two that end',
      [license({ validUntil: '2027-01-01' }), license({ validUntil: '2026-02-01' })],
      '2026-02-01',
      true,
    ],
    [
      'one with an end beside one without',
      [license(), license({ validUntil: '2026-05-01' })],
      '2026-05-01',
      false,
    ],
    [
      'a newer one in the place of one that ended',
      [
        license({ validUntil: '2026-02-01', supersededAt: at('2026-02-20') }),
        license({ validUntil: '2028-02-01' }),
      ],
      '2028-02-01',
      false,
    ],
    [
      'the old one while the new one waits',
      [license({ validUntil: '2026-02-01' }), license({ review: 'waiting', reviewedAt: null })],
      '2026-02-01',
      true,
    ],
  ] as const)('by %s', (_name, documents, until, ended) => {
    const found = verificationsOf([...documents, ...others], '2026-03-01');
    expect(found[0]).toMatchObject({ kind: 'medical-license', until, ended });
    expect(isVerified(found, requiredKinds)).toBe(!ended);
  });

  it.each([
    ['asked for again', { review: 'asked-again' }],
    ['infected', { scan: 'infected' }],
    ['removed', { removedAt: at('2026-02-01') }],
    ['rejected', { review: 'rejected' }],
  ] as const)('is nothing by one that is %s', (_name, more) => {
    const found = verificationsOf([license(more), ...others], '2026-03-01');
    expect(found.map(({ kind }) => kind)).not.toContain('medical-license');
    expect(isVerified(found, requiredKinds)).toBe(false);
  });

  it('ends with the insurance of a clinic that has one, and does not need one', () => {
    const all = [license(), ...others];
    expect(isVerified(verificationsOf(all, '2026-03-01'), requiredKinds)).toBe(true);
    const insured = [...all, doc('insurance', { validUntil: '2026-02-01' })];
    expect(isVerified(verificationsOf(insured, '2026-03-01'), requiredKinds)).toBe(false);
  });

  it('was checked when the last of its documents was', () => {
    const later = license({ reviewedAt: at('2026-02-02') });
    expect(verificationsOf([later, license()], '2026-03-01')[0]!.checkedAt).toEqual(
      at('2026-02-02'),
    );
  });
});
