export {
  defineFlow,
  dispatch,
  readFlow,
  startFlow,
  type Flow,
  type FlowDefinition,
  type FlowResult,
  type FlowView,
  type Change,
} from './flow/index';
