import type { SlotSet } from '#contracts/consultation';

/** Where the aftercare of a treatment stands. `offered`: the patient has not said yes or no. */
export const careStates = ['offered', 'following', 'stopped', 'ended'] as const;
export type CareState = (typeof careStates)[number];

/** Days after the treatment on which a patient is asked. */
export const checkInDays = [1, 7, 30, 180, 365] as const;
export type CheckInDay = (typeof checkInDays)[number];

/**
 * Where a check-in stands. `alerted`: the answer means danger, and the clinic has not answered; `escalated`: it did not
 * for a day, and the team looks at it; `settled`: the clinic has answered; `closed`: the team has dealt with it.
 */
export const checkInStates = [
  'planned',
  'due',
  'missed',
  'answered',
  'alerted',
  'escalated',
  'settled',
  'closed',
  'stopped',
] as const;
export type CheckInState = (typeof checkInStates)[number];

const yesNo = ['no', 'yes'] as const;

/** What a patient is asked, each with the answers that it takes, in their order. */
export const careQuestions = {
  pain: ['none', 'mild', 'moderate', 'severe'],
  breathing: yesNo,
  bleeding: yesNo,
  fever: yesNo,
  wound: yesNo,
  swelling: yesNo,
  leg: yesNo,
  vision: yesNo,
  recovery: ['better', 'expected', 'worse'],
} as const;
export type CareQuestion = keyof typeof careQuestions;
export type CareAnswers = Readonly<Partial<Record<CareQuestion, string>>>;

/**
 * Answers that mean danger. Severe pain, fever of 38 °C or more, a wound that opens, spreads redness or discharges,
 * bleeding that does not stop: New Zealand Ministry of Health, "Postoperative problems"
 * (health.govt.nz/your-health/conditions-and-treatments/treatments-and-surgery/postoperative-problems) and
 * Saskatchewan Health Authority, "Surgical site infections" (rqhealth.ca). Trouble breathing, chest pain, one swollen or
 * painful calf: NHS, "Deep vein thrombosis (DVT)" and "Pulmonary embolism" (nhs.uk/conditions). Swelling that spreads to the
 * neck or hinders swallowing: NHS, "Dental abscess". Worse vision after an operation on the face: NHS, "Eyelid surgery".
 * Read on 27 November 2026; a doctor has to confirm them (docs/decisions/0067-aftercare.md).
 */
export const dangerAnswers: Readonly<Partial<Record<CareQuestion, string>>> = {
  pain: 'severe',
  breathing: 'yes',
  bleeding: 'yes',
  fever: 'yes',
  wound: 'yes',
  swelling: 'yes',
  leg: 'yes',
  vision: 'yes',
};

const early: Readonly<Record<SlotSet, readonly CareQuestion[]>> = {
  teeth: ['pain', 'breathing', 'swelling', 'bleeding', 'fever', 'recovery'],
  hair: ['pain', 'breathing', 'wound', 'bleeding', 'fever', 'recovery'],
  beard: ['pain', 'breathing', 'wound', 'bleeding', 'fever', 'recovery'],
  nose: ['pain', 'breathing', 'bleeding', 'vision', 'fever', 'recovery'],
  face: ['pain', 'breathing', 'swelling', 'vision', 'fever', 'recovery'],
  breast: ['pain', 'breathing', 'leg', 'wound', 'fever', 'recovery'],
  body: ['pain', 'breathing', 'leg', 'wound', 'fever', 'recovery'],
  skin: ['pain', 'breathing', 'wound', 'bleeding', 'fever', 'recovery'],
};

/** A wound is closed by then; what is asked is what may still come. */
const late: readonly CareQuestion[] = ['pain', 'wound', 'recovery'];
const lateFrom: CheckInDay = 180;

/** What is asked on a day after a treatment of this kind. */
export const questionsOf = (kind: SlotSet, day: CheckInDay): readonly CareQuestion[] =>
  day >= lateFrom ? late : early[kind];

/**
 * Numbers of the ambulance by country (ISO 3166-1 alpha-2). The 27 countries of the European Union: European Commission, "112".
 * United Kingdom: gov.uk, "999 and 112"; United States and Canada: 911.gov; Australia: triplezero.gov.au; New Zealand:
 * police.govt.nz, "111"; Türkiye: 112.gov.tr; the others: US Department of State, country information. Read on
 * 27 November 2026; to be compared again once a year.
 */
export const emergencyNumbers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE ' +
      'TR IS GE KW IN'
    )
      .split(' ')
      .map((country) => [country, '112']),
  ),
  ...{ GB: '999', US: '911', CA: '911', AU: '000', NZ: '111', CH: '144', NO: '113' },
  ...{ AE: '998', SA: '997', QA: '999', BH: '999', OM: '9999', JO: '911', IL: '101', EG: '123' },
  ...{ UA: '103', RU: '103', KZ: '103', AZ: '103', RS: '194', BA: '124', MK: '194' },
  ...{ JP: '119', KR: '119', SG: '995', BR: '192', MX: '911' },
};

/** The number of the ambulance where the patient is; null for "your local emergency number". */
export const emergencyNumber = (country: string | null): string | null =>
  country !== null && Object.hasOwn(emergencyNumbers, country) ? emergencyNumbers[country]! : null;

/** IANA time zones that a patient may name; any other one is within an hour or two of one of them. */
export const careZones = [
  'Europe/Istanbul',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Europe/Madrid',
  'Europe/Paris',
  'Europe/Amsterdam',
  'Europe/Berlin',
  'Europe/Zurich',
  'Europe/Rome',
  'Europe/Vienna',
  'Europe/Stockholm',
  'Europe/Warsaw',
  'Europe/Athens',
  'Europe/Bucharest',
  'Europe/Kyiv',
  'Europe/Moscow',
  'Asia/Jerusalem',
  'Asia/Baku',
  'Asia/Tbilisi',
  'Asia/Riyadh',
  'Asia/Qatar',
  'Asia/Kuwait',
  'Asia/Dubai',
  'Asia/Almaty',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Toronto',
  'America/Sao_Paulo',
  'Australia/Perth',
  'Australia/Sydney',
  'Pacific/Auckland',
  'UTC',
] as const;
export type CareZone = (typeof careZones)[number];

/** Characters. */
export const maxCareNote = 2_000;
export const maxReply = 2_000;
export const maxPlan = 4_000;
export const maxUsedText = 120;
/** Lines of what was used. */
export const maxUsed = 20;
/** Photos of one check-in. */
export const maxCarePhotos = 10;
/** Since which number of treatments a clinic's page says after how many of them it gave an aftercare plan. */
export const plansShownFrom = 5;

/** The type of the live message that the aftercare of a deal has changed, to open pages of its patient and its clinic. */
export const careChanged = 'aftercare.changed';
