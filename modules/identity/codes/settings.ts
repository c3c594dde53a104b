import { z } from 'zod';
import type { Mode } from '#platform/config/env';
import { defineSetting } from '#platform/settings/settings';
import { mostAllowed } from '#platform/base/whole-number';

const count = z.number().int().min(0).max(mostAllowed);
const atLeastOne = z.number().int().min(1).max(mostAllowed);

/** Demo lets one machine play many people. */
const wide = (mode: Mode): number => (mode === 'demo' ? 100 : 1);

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
