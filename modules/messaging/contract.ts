export * from './calls';
export * from './console-lists';
export * from './console-records';
export * from './dto';
export { messagingFacts } from './facts';
export * from './limits';
export { conversationChanged } from './live-words';
export {
  type Masked,
  type MaskedKind,
  maskedKinds,
  maskMessages,
  maskText,
  withoutContactData,
} from './masking/mask';
export { otherSide, type Side } from './sides';
