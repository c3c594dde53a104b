export type Facing = 'environment' | 'user';

/** What a doctor needs to see; a camera that has less gives what it has. */
const asked = { width: { ideal: 2_400 }, height: { ideal: 1_800 } };

/** Opens a camera. @throws when it is denied or there is none: where there is no permission there is no API either */
export const openCamera = (facing: Facing): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ video: { facingMode: facing, ...asked } });

export const closeCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};
