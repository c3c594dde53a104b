import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const sources = globSync('{app,engine,modules,platform,workflows,scripts}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$|testing\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const users = (word: RegExp) =>
  sources.filter(({ text }) => word.test(text)).map(({ file }) => file);

describe('codes are checked on one path, under one budget', () => {
  it('compares in verifyCode only', () => {
    expect(users(/\bcodeFits\b/).sort()).toEqual([
      'modules/identity/codes/code-secrets.ts',
      'modules/identity/codes/verify-code.server.ts',
    ]);
  });

  it('burns a try before it compares', () => {
    const text = readFileSync('modules/identity/codes/verify-code.server.ts', 'utf8');
    expect(text.indexOf('await burnTry(')).toBeGreaterThan(0);
    expect(text.indexOf('await burnTry(')).toBeLessThan(text.indexOf('if (!codeFits('));
  });

  it('makes codes in one place, where the budgets are', () => {
    expect(users(/\bnewCode\(\)/)).toEqual(['modules/identity/codes/open-challenge.server.ts']);
    expect(users(/\bopenChallenge\(/).sort()).toEqual([
      'modules/identity/codes/issue-code.server.ts',
      'modules/identity/codes/open-challenge.server.ts',
      'modules/identity/commands/send-email-proof.server.ts',
    ]);
  });

  it('compares factors of staff after a try was taken, in these places only', () => {
    const compares = /\b(stepOfCode|totpStepOf|passwordFits|checkPasskey)\(/;
    const files = users(compares).filter(
      (file) => !/\/(totp|password\.server|use-totp\.server)\.ts$/.test(file),
    );
    const staff = 'modules/identity/staff';
    expect(files.sort()).toEqual([
      `${staff}/enrol.server.ts`,
      `${staff}/passkeys/check-passkey.server.ts`,
      `${staff}/passkeys/sign-in.server.ts`,
      `${staff}/passkeys/step-up.server.ts`,
      `${staff}/sign-in.server.ts`,
      `${staff}/step-up.server.ts`,
    ]);
    for (const file of files.filter((each) => !each.endsWith('check-passkey.server.ts'))) {
      const text = readFileSync(file, 'utf8');
      const taken = text.indexOf('await takeStaffTry(');
      expect(taken, file).toBeGreaterThan(0);
      expect(
        text.search(new RegExp(`await ${compares.source}|= totpStepOf\\(`)),
        file,
      ).toBeGreaterThan(taken);
    }
  });
});
