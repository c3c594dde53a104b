export {
  countryOr,
  phoneCountries,
  readPhone,
  showPhone,
  type Phone,
  type PhoneCountry,
} from './phone';
export { defaultCountry, phoneInputLimit, plainSpelling } from './phone-spelling';
export * from './schemas';
export { identityEvents } from './schemas';
export * from './values';
export { packProof } from './values';
export * from './staff-schemas';
export * from './passkey-schemas';
