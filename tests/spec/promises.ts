import { readFileSync } from 'node:fs';
import { countedSteps } from '#contracts/consultation';

/** A text in its languages: the key of a message, or the path of a content file without its language. */
type Place = string;

/** Number words of a language, as texts write them. */
export const numberWords = {
  en: ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  tr: ['', 'bir', 'iki', 'üç', 'dört', 'beş', 'altı', 'yedi', 'sekiz', 'dokuz', 'on'],
} as const;

/** A number of steps that texts promise: what counts, and where it is said. */
export interface StepPromise {
  readonly what: string;
  readonly count: number;
  readonly said: readonly Place[];
}

const compared = 'blog/how-to-compare-offers-that-look-alike.md';

/** Every text that promises a number of steps or questions. What is counted in messages is counted by their keys. */
export const stepPromises = (keys: readonly string[]): StepPromise[] => [
  {
    what: 'steps of the wizard that its progress counts',
    count: countedSteps,
    said: ['landing.steps.describe.text', 'support.faq.getting-started.create.answer', 'faq.md'],
  },
  {
    what: 'steps on the landing page',
    count: keys.filter((key) => /^landing\.steps\.\w+\.title$/.test(key)).length,
    said: ['landing.steps.title'],
  },
  {
    what: 'steps of a patient, and of a clinic, in How it works',
    count: keys.filter((key) => /^public\.how\.patient\.\d\.title$/.test(key)).length,
    said: ['public.how.description'],
  },
  {
    what: 'steps of the registration of a clinic',
    count: keys.filter((key) => /^clinic\.register\.step\.\w+$/.test(key)).length,
    said: ['clinic.auth.register.lead'],
  },
  {
    what: 'sections of a post',
    count: readFileSync(`languages/en/content/${compared}`, 'utf8').match(/^## /gm)?.length ?? 0,
    said: [compared],
  },
];

/**
 * What a matching clinic sees of a request before the choice, by field of the API, and the words by which the texts for
 * patients and clinics name it. The field of the name is the first name with an initial.
 */
export const seenBeforeChoice = {
  patient: { en: /first name/, tr: /soyadının ilk harfi/ },
  treatment: { en: /treatment/i, tr: /tedavi/i },
  subTreatment: { en: /treatment/i, tr: /tedavi/i },
  bodyArea: { en: /body area/, tr: /vücut bölgesi/ },
  photos: { en: /photos/, tr: /fotoğraf/ },
  // Which views they show.
  views: { en: /photos/, tr: /fotoğraf/ },
  description: { en: /notes/, tr: /notlar/ },
  location: { en: /cities/, tr: /şehir/ },
  budget: { en: /budget/, tr: /bütçe/ },
  timeline: { en: /timeline/, tr: /zamanlama/ },
  patientInfo: { en: /medical details/, tr: /tıbbi bilgi/ },
} as const;

/** Fields of the same answer that say something of the marketplace, not of the patient. */
export const notOfThePatient = [
  '_id',
  'requestedAt',
  'priority',
  'bidsCount',
  'leadValue',
  'status',
  'open',
  'asked',
  'keptUntil',
];

/**
 * A sentence that says when clinics learn a name must say which name. These speak of another name, or of what is left
 * after an account was deleted.
 */
export const ofAnotherName: readonly Place[] = [
  'own-data.delete.happens_text',
  'own-data.delete.stays_text',
  'photos.viewers_text',
  'onboarding.error.clinic_name',
];
