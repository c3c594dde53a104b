import { z } from 'zod';
import { days, type Duration, hours, minutes, seconds } from '#platform/base/duration';
import { mostAllowed } from '#platform/base/whole-number';
import type { Mode } from '#platform/config/env';
import { defineSetting } from '#platform/settings/settings';

const length = z
  .number()
  .int()
  .positive()
  .meta({ format: 'milliseconds' })
  .transform((ms) => ms as Duration);
const lifetime = z.object({ idle: length, absolute: length });
const count = z.number().int().min(0).max(mostAllowed);

/** How long a session may rest and live, in milliseconds (docs/product.md, People). */
export const sessionLifetimes = defineSetting({
  key: 'identity.session-lifetimes',
  schema: z.object({
    patient: lifetime,
    patientShared: lifetime,
    clinic: lifetime,
    staff: lifetime,
    phoneVerified: lifetime,
  }),
  defaults: () => ({
    patient: { idle: days(7), absolute: days(30) },
    patientShared: { idle: hours(12), absolute: hours(12) },
    clinic: { idle: hours(12), absolute: days(7) },
    staff: { idle: minutes(15), absolute: hours(8) },
    phoneVerified: { idle: minutes(30), absolute: minutes(30) },
  }),
});

/** After this much silence the number may belong to somebody else (security 17). */
export const recycledNumberAfter = defineSetting({
  key: 'identity.recycled-number-after',
  schema: length,
  defaults: () => days(180),
});

// North America, EU and EEA, United Kingdom with its islands, Switzerland, Turkey, the Gulf states, Israel,
// Australia, New Zealand (docs/product.md, One-time codes).
const countries =
  'US CA MX PR ' +
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE AX ' +
  'IS LI NO SJ GB GG JE IM CH TR AE BH KW OM QA SA IL AU NZ';

/** Whether codes are sent at all, and to which countries (ISO 3166-1 alpha-2). */
export const smsPolicy = defineSetting({
  key: 'identity.sms-policy',
  schema: z.object({
    enabled: z.boolean(),
    countries: z
      .array(z.string().length(2))
      .overwrite((chosen) => [...new Set(chosen)])
      .meta({ format: 'countries' }),
  }),
  defaults: () => ({ enabled: true, countries: countries.split(' ') }),
});

/** Demo lets one machine play many people; what protects one phone holds everywhere. */
const wide = (mode: Mode): number => (mode === 'demo' ? 100 : 1);

/** How many codes and tries one phone and one address may have (security 8, 10). */
export const codeBudgets = defineSetting({
  key: 'identity.code-budgets',
  schema: z.object({
    phone: z.object({
      /** The first three hold for each asking side: a known browser, one that holds a code, an address. */
      per10Minutes: count,
      perHour: count,
      perDay: count,
      /** Over all sides but the known browsers. */
      perDayOverall: count.default(30),
      wrongTriesPerDay: count,
      /** A known browser's own, beside those of everybody else. */
      wrongTriesPerDayKnown: count.default(10),
      /** Without a right code in between: then a code is no way in any more. */
      wrongTriesInARow: count.default(100),
    }),
    address: z.object({
      sendsPerHour: count,
      phonesPerHour: count,
      countriesPerDay: count,
      wrongTriesPer5Minutes: count,
    }),
  }),
  defaults: (mode) => {
    const n = wide(mode);
    return {
      phone: {
        per10Minutes: 3,
        perHour: 5,
        perDay: 10,
        perDayOverall: 30,
        wrongTriesPerDay: 50,
        wrongTriesPerDayKnown: 10,
        wrongTriesInARow: 100,
      },
      address: {
        sendsPerHour: 10 * n,
        phonesPerHour: 5 * n,
        countriesPerDay: 3 * n,
        wrongTriesPer5Minutes: 30 * n,
      },
    };
  },
});

/** How long a browser is known after the last sign-in of a number in it (security 18). */
export const knownBrowserLife = days(180);
/** Life of a code; the hard ceiling of the standards is ten minutes. */
export const codeLife = minutes(5);
/** What the server asks for between two codes; the page counts one second more. */
export const resendWait = seconds(45);
/** Wrong tries per challenge; resends carry them over. */
export const triesPerChallenge = 5;
/** How long a code or a passkey counts as fresh for sensitive acts (security 29). */
export const freshFactorMinutes = 10;
/** Life of a WebAuthn challenge. */
export const challengeLife = minutes(5);
/** Life of a round to the provider that staff sign in with, and for how long one lets an admin switch it on. */
export const providerRoundLife = minutes(10);
/** Life of a link that proves an address. */
export const emailLinkLife = hours(24);
/** How long an account recovery may be confirmed that one of the team asked for. */
export const recoveryAskedFor = days(3);
/** How long a second proof is good that two of the team gave. */
export const recoveryGoodFor = hours(24);

const atLeastOne = z.number().int().min(1).max(mostAllowed);

// Where our patients and clinics live: North America, EU and EEA, United Kingdom with its islands,
// Switzerland, Turkey, Australia, New Zealand.
const home =
  'US CA PR ' +
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE AX ' +
  'IS LI NO SJ GB GG JE IM CH TR AU NZ';

/** Rounds of the key derivation that one try of the work costs; the work is a whole number of tries. */
export const hashesPerTry = 5_000;

/**
 * What strangers meet when codes are asked for and not used (security 13). A browser that signed the number
 * in before is no stranger.
 */
export const sendRisk = defineSetting({
  key: 'identity.send-risk',
  schema: z.object({
    /** Countries (ISO 3166-1 alpha-2) whose dial codes are never refused, only made to work. */
    homeMarkets: z.array(z.string().length(2)).meta({ format: 'countries' }),
    /** Codes of one dial code and day that expired unused: the alarm is on from the larger of the two on. */
    unused: z.object({
      atLeast: atLeastOne,
      ofUsed: z.number().min(0).max(1).meta({ format: 'share' }),
    }),
    /** Hashes that a browser makes on average before a code is sent. */
    hashes: z.number().int().min(hashesPerTry).max(1_000_000_000),
    /** For who cannot work: sends per dial code and minute, and places per address in ten minutes. */
    lane: z.object({ perMinute: atLeastOne, placesPerAddress: atLeastOne }),
    /** Codes to strangers altogether; from half of either on strangers everywhere work first. */
    site: z.object({ perHour: count, perDay: count }),
  }),
  defaults: (mode) => {
    const n = wide(mode);
    return {
      homeMarkets: home.split(' '),
      unused: { atLeast: 20 * n, ofUsed: 0.3 },
      hashes: 2_000_000,
      lane: { perMinute: 6, placesPerAddress: 3 * n },
      site: { perHour: 2_000 * n, perDay: 20_000 * n },
    };
  },
});
