export {
  measurePicture,
  withPicture,
  type Decoding,
  type PictureFault,
} from './picture/decode.server';
export { markPicture } from './picture/mark.server';
export { encodeSizes, writeSizes } from './picture/sizes.server';
