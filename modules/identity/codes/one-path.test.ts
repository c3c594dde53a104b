import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const sources = globSync('{app,engine,modules,platform,workflows,scripts}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$|testing\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const users = (word: RegExp) =>
  sources.filter(({ text }) => word.test(text)).map(({ file }) => file);

interface Definition {
  /** Its file and its name. */
  readonly place: string;
  readonly body: string;
}

/** What is defined at the top of any file, each with its text up to the next. */
const definitions: readonly Definition[] = sources.flatMap(({ file, text }) =>
  text
    .split(/\n(?=(?:export )?(?:async )?(?:function|const) )/)
    .map((body) => ({ place: `${file} ${/(?:function|const) (\w+)/.exec(body)?.[1]}`, body })),
);

/** Those that call one of the names; what bears such a name itself is none of them. */
const callersOf = (...names: readonly string[]): Definition[] =>
  definitions.filter(
    ({ place, body }) =>
      !names.includes(place.split(' ')[1]!) &&
      new RegExp(`\\b(?:${names.join('|')})\\(`).test(body),
  );
const placesOf = (found: readonly Definition[]): string[] => found.map(({ place }) => place).sort();

describe('codes are checked on one path, under one budget', () => {
  it('compares in verifyCode only', () => {
    expect(users(/\bcodeFits\b/).sort()).toEqual([
      'modules/identity/codes/budgets.server.ts',
      'modules/identity/codes/challenges.server.ts',
    ]);
  });

  it('burns a try before it compares', () => {
    const text = readFileSync('modules/identity/codes/budgets.server.ts', 'utf8');
    expect(text.indexOf('await burnTry(')).toBeGreaterThan(0);
    expect(text.indexOf('await burnTry(')).toBeLessThan(text.indexOf('if (!codeFits('));
  });

  it('makes codes in one place, where the budgets are', () => {
    const codes = 'modules/identity/codes';
    expect(placesOf(callersOf('newCode'))).toEqual([`${codes}/challenges.server.ts openChallenge`]);
    expect(placesOf(callersOf('openChallenge'))).toEqual([
      `${codes}/send.server.ts issueCode`,
      `${codes}/send.server.ts sendEmailProof`,
    ]);
  });

  it('compares factors of staff after a try was taken, in these places only', () => {
    const factors = ['stepOfCode', 'totpStepOf', 'passwordFits', 'checkPasskey'];
    const places = callersOf(...factors);
    const staff = 'modules/identity/staff';
    expect(placesOf(places)).toEqual([
      `${staff}/accounts.server.ts enrolStaff`,
      `${staff}/passkeys.server.ts signInWithPasskey`,
      `${staff}/passkeys.server.ts stepUpWithPasskey`,
      `${staff}/sessions.server.ts signInStaff`,
      `${staff}/sessions.server.ts stepUpWithCode`,
    ]);
    for (const { place, body } of places) {
      const taken = body.indexOf('await takeStaffTry(');
      expect(taken, place).toBeGreaterThan(0);
      const compared = Math.min(
        ...factors.map((name) => body.indexOf(`${name}(`)).filter((at) => at >= 0),
      );
      expect(compared, place).toBeGreaterThan(taken);
    }
  });
});
