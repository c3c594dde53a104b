export { withPicture, type PictureFault } from './picture/decode.server';
