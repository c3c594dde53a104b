/** What a mark is made of. All but `photo` are of clinics; `photo` is a photo of a patient that is in a request. */
export const markKinds = [
  'licence',
  'phone',
  'website',
  'document',
  'picture',
  'description',
  'photo',
] as const;
export type MarkKind = (typeof markKinds)[number];

/** What clinics are found by; a finding of the kind `photo` is between a clinic's picture and a patient's photo. */
export type ClinicMarkKind = Exclude<MarkKind, 'photo'>;

/** Whom a clinic shares something with: another clinic, a patient, or a clinic whose account is gone. */
export const otherKinds = ['clinic', 'patient', 'gone'] as const;
export type OtherKind = (typeof otherKinds)[number];

/** `explained`: staff gave a reason; `branch`: the two are of one company. */
export const findingStates = ['open', 'explained', 'branch'] as const;
export type FindingState = (typeof findingStates)[number];

/** Findings that one mark brings about at most: a picture that a thousand clinics use says the same with ten. */
export const mostPerMark = 10;

/** Months for which keyed hashes stay of a clinic that left. */
export const goneMonths = 24;
