export {
  type Masked,
  type MaskedKind,
  maskedKinds,
  maskMessages,
  maskSign,
  maskText,
  messagesReadTogether,
} from './masking/mask';
