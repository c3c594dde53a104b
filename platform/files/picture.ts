export {
  measurePicture,
  withPicture,
  type Decoding,
  type PictureFault,
} from './picture/decode.server';
export { pictureColours, pictureHash } from './picture/hash.server';
export { markPicture } from './picture/mark.server';
export { encodeSizes, writeSizes } from './picture/sizes.server';
