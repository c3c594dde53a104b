import type { ClinicDetails } from './details';
import type { DocumentKind } from './status';

type Field = keyof ClinicDetails;

/**
 * What each kind of document proves of what a clinic says of itself. A document that was accepted is looked at again
 * when one of these changes. E-mail, website and description are proved by none.
 */
export const proves: Readonly<Record<DocumentKind, readonly Field[]>> = {
  'medical-license': ['doctorName', 'licenseNumber', 'specialties', 'experience', 'country'],
  'clinic-registration': ['clinicName', 'address', 'city', 'country'],
  'professional-id': ['doctorName'],
  'clinic-photos': ['clinicName', 'address', 'city', 'country'],
  insurance: ['clinicName', 'doctorName', 'address', 'city', 'country'],
};

/** In the order of the form. */
const fields: readonly Field[] = [
  'clinicName',
  'address',
  'city',
  'country',
  'email',
  'website',
  'doctorName',
  'licenseNumber',
  'experience',
  'specialties',
  'description',
];

/** One field in a form that can be compared; the order of specialties says nothing. */
const plain = (details: ClinicDetails, field: Field): string => {
  const value = details[field];
  return JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
};

/** Fields in which two sets of details differ. */
export const changedFields = (before: ClinicDetails, after: ClinicDetails): Field[] =>
  fields.filter((field) => plain(before, field) !== plain(after, field));

/** Whether a document of this kind proves one of the fields. */
export const isProofOf = (kind: DocumentKind, changed: readonly Field[]): boolean =>
  proves[kind].some((field) => changed.includes(field));

/** Of the fields that a kind proves, or of all, as one text to compare. */
export const statementOf = (details: ClinicDetails, kind?: DocumentKind): string =>
  (kind ? proves[kind] : fields).map((field) => plain(details, field)).join('\n');
