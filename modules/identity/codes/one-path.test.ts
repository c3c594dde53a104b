import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const sources = globSync('{app,engine,modules,platform,workflows,scripts}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$|testing\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const users = (word: RegExp) =>
  sources.filter(({ text }) => word.test(text)).map(({ file }) => file);

/** What a file defines at its top, each with its text up to the next. */
const definitionsIn = (text: string): Array<{ name: string; body: string }> =>
  text
    .split(/\n(?=(?:export )?(?:async )?(?:function|const) )/)
    .map((body) => ({ name: /(?:function|const) (\w+)/.exec(body)?.[1] ?? '', body }));

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
    const factors = 'stepOfCode|totpStepOf|passwordFits|checkPasskey';
    const compares = new RegExp(`\\b(?:${factors})\\(`);
    const places = sources.flatMap(({ file, text }) =>
      definitionsIn(text)
        .filter(({ name, body }) => !factors.split('|').includes(name) && compares.test(body))
        .map(({ name, body }) => ({ place: `${file} ${name}`, body })),
    );
    const staff = 'modules/identity/staff';
    expect(places.map(({ place }) => place).sort()).toEqual([
      `${staff}/invitations.server.ts enrolStaff`,
      `${staff}/passkeys.server.ts signInWithPasskey`,
      `${staff}/passkeys.server.ts stepUpWithPasskey`,
      `${staff}/sign-in.server.ts signInStaff`,
      `${staff}/sign-in.server.ts stepUpWithCode`,
    ]);
    for (const { place, body } of places) {
      const taken = body.indexOf('await takeStaffTry(');
      expect(taken, place).toBeGreaterThan(0);
      expect(body.search(compares), place).toBeGreaterThan(taken);
    }
  });
});
