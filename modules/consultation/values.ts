import { type OpenFact, openLists } from './catalogue';

export const openFacts = Object.keys(openLists) as OpenFact[];

/** Something for each choice that a patient may leave open. */
export const eachOpen = <T>(make: (fact: OpenFact) => T): Record<OpenFact, T> =>
  Object.fromEntries(openFacts.map((fact) => [fact, make(fact)])) as Record<OpenFact, T>;

export type OpenChoices = { [F in OpenFact]: (typeof openLists)[F][number] | null };

export const nothingStated = eachOpen(() => null) satisfies OpenChoices;

/** Of the facts of a request those that may be left open. */
export const openFactsAmong = <R extends Record<OpenFact, unknown>>(of: R): Pick<R, OpenFact> =>
  eachOpen((fact) => of[fact]) as Pick<R, OpenFact>;

/** Below `/api`: where photos are sent. */
export const photosPath = '/photos';

export const photoSizes = ['thumb', 'medium', 'full'] as const;

/** Where a photo's bytes are found. */
export const photoAddress = (id: string, size: (typeof photoSizes)[number]): string =>
  `/api/files/${id}?size=${size}`;

/** Of one request. */
export const maxPhotos = 10;
/** Characters. */
export const maxNotes = 4_000;
export const maxMedicalHistory = 2_000;
export const maxAllergies = 1_000;

/** Open pages of a patient are told by this word that a clinic opened a photo. */
export const photosViewed = 'consultation.photos-viewed';
/** Open pages of patient and clinic are told by this word that the clinic's sight of photos was taken or given back. */
export const photoAccessChanged = 'consultation.photo-sight-changed';

type Said = Readonly<Record<'ageBand' | 'gender' | 'medicalHistory' | 'allergies', string | null>>;

/** Whether a patient said anything of themselves at all. */
export const hasPatientInfo = (info: Said): boolean =>
  Boolean(info.ageBand ?? info.gender ?? (info.medicalHistory || info.allergies || null));
