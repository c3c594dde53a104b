export * from './schemas';
export * from './values';
export {
  type Masked,
  type MaskedKind,
  maskedKinds,
  maskMessages,
  maskText,
  withoutContactData,
} from './masking/mask';
