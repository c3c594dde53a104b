export {
  countryOr,
  phoneCountries,
  readPhone,
  showPhone,
  type Phone,
  type PhoneCountry,
} from './phone';
export { defaultCountry, phoneInputLimit, plainSpelling } from './phone-spelling';
export type { User } from './user-dto';
export { identityEvents } from './events';
export { emailSchema } from './email-schema';
export { nameText } from './name-text';
export { packProof } from './codes/pack-proof';
export { proofLimit, type ProofChallenge } from './codes/proof';
export { patientList } from './patient-list';
export { profileDraftSchema, type ProfileDraft } from './profile-draft';
export * from './staff-records';
export * from './staff-list';
export * from './staff/calls';
export * from './values';
export type { RegisteredPasskey, ShownPasskey } from './passkeys/shapes';
export * from './emails/calls';
export * from './passkeys/calls';
export * from './staff/passkeys/calls';
export * from './step-up/calls';

export * from './calls';
export * from './profile';
export { chooseLocaleCall, localeSchema } from './locale-calls';
export { consentsCall, setConsentCall, type ConsentDto } from './leaving/consent-calls';
