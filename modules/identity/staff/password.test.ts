import { describe, expect, it } from 'vitest';
import { hashPassword, passwordCost, passwordFits } from './factors.server';

describe('a password', () => {
  it('is kept as argon2id, at least as dear as OWASP asks outside of tests', async () => {
    expect(await hashPassword('test', 'lantern orbit')).toMatch(
      /^\$argon2id\$v=19\$m=64,t=1,p=1\$/,
    );
    for (const mode of ['production', 'demo'] as const)
      expect(passwordCost(mode)).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  });

  it('fits itself, however its letters are put together, and nothing else', async () => {
    const stored = await hashPassword('test', 'Ä'.normalize('NFC') + 'pfel und Birnen');
    expect(await passwordFits('test', stored, 'Ä'.normalize('NFD') + 'pfel und Birnen')).toBe(true);
    expect(await passwordFits('test', stored, 'Äpfel und birnen')).toBe(false);
    expect(await passwordFits('test', null, 'anything')).toBe(false);
  });
});
