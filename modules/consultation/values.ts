import { type OpenField, openLists, type photoSizes } from './catalogue';

export const openFields = Object.keys(openLists) as OpenField[];

/** Something for each choice that a patient may leave open. */
export const eachOpen = <T>(make: (field: OpenField) => T): Record<OpenField, T> =>
  Object.fromEntries(openFields.map((field) => [field, make(field)])) as Record<OpenField, T>;

export type OpenChoices = { [F in OpenField]: (typeof openLists)[F][number] | null };

export const nothingStated = eachOpen(() => null) satisfies OpenChoices;

/** Of the details of a request those that may be left open. */
export const openFieldsAmong = <R extends Record<OpenField, unknown>>(of: R): Pick<R, OpenField> =>
  eachOpen((field) => of[field]) as Pick<R, OpenField>;

/** Below `/api`: where photos are sent. */
export const photosPath = '/photos';

/** Where a photo's bytes are found. */
export const photoAddress = (id: string, size: (typeof photoSizes)[number]): string =>
  `/api/files/${id}?size=${size}`;

/** Of one request. */
export const maxPhotos = 10;
/** Clinics that one request may ask. */
export const maxAsked = 3;
/** Characters. */
export const maxNotes = 4_000;
export const maxMedicalHistory = 2_000;
export const maxAllergies = 1_000;

/** Open pages of a patient hear by this word that a clinic opened a photo. */
export const photosViewed = 'consultation.photos-viewed';
/** Open pages of patient and clinic hear by this word that the clinic's photo access was taken or given back. */
export const photoAccessChanged = 'consultation.photo-sight-changed';

type StatedInfo = Readonly<
  Record<'ageBand' | 'gender' | 'medicalHistory' | 'allergies', string | null>
>;

/** Whether a patient said anything of themselves at all. */
export const hasPatientInfo = (info: StatedInfo): boolean =>
  Boolean(info.ageBand ?? info.gender ?? (info.medicalHistory || info.allergies || null));

/** The seven steps of the wizard, in order; the confirmation after them has neither number nor route. */
export const steps = [
  { number: 1, state: 'category', path: '/consultation' },
  { number: 2, state: 'treatment', path: '/consultation/treatment' },
  { number: 3, state: 'area', path: '/consultation/area' },
  { number: 4, state: 'photos', path: '/consultation/photos' },
  { number: 5, state: 'locations', path: '/consultation/locations' },
  { number: 6, state: 'budget', path: '/consultation/budget' },
  { number: 7, state: 'summary', path: '/consultation/summary' },
] as const;

export type Step = (typeof steps)[number]['number'];
export type StepState = (typeof steps)[number]['state'];

/** Steps that the progress bar counts; it is hidden on the summary and the confirmation. */
export const countedSteps = 6;
/** Time between a choice and the next step, in milliseconds; the view's business. */
export const autoAdvanceMs = 300;

/**
 * Where a step is found. Step 1 shares its route with the return to the step that was left, so links
 * within the wizard name it.
 */
export const stepPath = (step: Step): string =>
  step === 1 ? `${steps[0].path}?step=1` : steps[step - 1]!.path;

/** A step that is opened from the summary to change one thing; it leads back there. */
export const changePath = (step: Step): string => {
  const path = stepPath(step);
  return `${path}${path.includes('?') ? '&' : '?'}${changeParam}=1`;
};

/** Present in the address of such a step. */
export const changeParam = 'change';

export const stepOfState = (state: string): Step =>
  steps.find((step) => step.state === state)?.number ?? 7;

/** The step of a route of the wizard; null for any other path. */
export const stepOfPath = (path: string): Step | null =>
  steps.find((step) => step.path === path.replace(/\/+$/, ''))?.number ?? null;
