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
export { identityEvents } from './events';
export { packProof } from './codes/pack-proof';
export * from './staff-schemas';
export * from './values';
export * from './passkeys/schemas';
