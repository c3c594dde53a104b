export {
  beginSpan,
  causeHere,
  endTracing,
  failureOf,
  inOwnContext,
  spanned,
} from './tracing/current';
export { openTracing } from './tracing/open';
export type { Piece } from './tracing/span';
