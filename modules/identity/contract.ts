export {
  countryOr,
  defaultCountry,
  type Phone,
  phoneCountries,
  type PhoneCountry,
  phoneInputLimit,
  plainSpelling,
  readPhone,
  shownPhone,
  showPhone,
} from './phone';
export * from './schemas';
export { identityEvents } from './schemas';
export * from './values';
export { packProof } from './values';
export * from './staff-schemas';
export * from './passkey-schemas';
export * from './member-schemas';
export * from './token-schemas';
