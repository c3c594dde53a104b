import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testEnv } from '../../../tests/kit/services';
import { codeFits, hashCode, newCode, sealCode, unsealCode } from './challenges.server';

const env = testEnv('postgres://unused', '/unused');
const later = {
  ...env,
  OTP_HMAC_KEYS: [`${'n'.repeat(40)}`, ...env.OTP_HMAC_KEYS],
  OTP_CIPHER_KEYS: [`${'m'.repeat(40)}`, ...env.OTP_CIPHER_KEYS],
};
const binding = { id: randomUUID(), purpose: 'patient', phone: '+12125550123' };

describe('newCode', () => {
  const codes = Array.from({ length: 100_000 }, newCode);

  it('is six digits, leading zeros kept', () => {
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    const share = codes.filter((code) => code.startsWith('0')).length / codes.length;
    expect(share).toBeGreaterThan(0.095);
    expect(share).toBeLessThan(0.105);
  });

  it('is uniform at every place', () => {
    // 9 degrees of freedom: 36.2 is exceeded by chance once in 27,000 places (p = 0.00004).
    for (let place = 0; place < 6; place += 1) {
      const counts = Array<number>(10).fill(0);
      for (const code of codes) counts[Number(code[place])]! += 1;
      const expected = codes.length / 10;
      const chi = counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
      expect(chi).toBeLessThan(36.2);
    }
  });
});

describe('the stored hash', () => {
  const stored = hashCode(env, binding, '012345');

  it('fits its code and nothing else', () => {
    expect(codeFits(env, binding, '012345', stored)).toBe(true);
    expect(codeFits(env, binding, '12345', stored)).toBe(false);
    expect(codeFits(env, binding, '012346', stored)).toBe(false);
  });

  it.each([
    ['challenge', { id: randomUUID() }],
    ['purpose', { purpose: 'clinic' }],
    ['phone', { phone: '+12125550124' }],
  ])('is bound to the %s', (_what, other) =>
    expect(codeFits(env, { ...binding, ...other }, '012345', stored)).toBe(false),
  );

  it('still fits after a new key was put in front, and not after the old one is gone', () => {
    expect(codeFits(later, binding, '012345', stored)).toBe(true);
    const gone = { ...later, OTP_HMAC_KEYS: later.OTP_HMAC_KEYS.slice(0, 1) };
    expect(codeFits(gone, binding, '012345', stored)).toBe(false);
  });
});

describe('the sealed code', () => {
  it('opens for its challenge only', () => {
    const sealed = sealCode(env, binding.id, '012345');
    expect(sealed.toString('latin1')).not.toContain('012345');
    expect(unsealCode(env, binding.id, sealed)).toBe('012345');
    expect(() => unsealCode(env, randomUUID(), sealed)).toThrow();
  });

  it('opens with an older key of the list, and not when it was touched', () => {
    const sealed = sealCode(env, binding.id, '012345');
    expect(unsealCode(later, binding.id, sealed)).toBe('012345');
    sealed[sealed.length - 1]! ^= 1;
    expect(() => unsealCode(env, binding.id, sealed)).toThrow('no key');
  });
});
