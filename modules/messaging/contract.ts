export * from './calls';
export * from './dto';
export { messagingFacts } from './facts';
export {
  type Masked,
  type MaskedKind,
  maskedKinds,
  maskMessages,
  maskSign,
  maskText,
  messagesReadTogether,
} from './masking/mask';
export { otherSide, sides, type Side } from './sides';
