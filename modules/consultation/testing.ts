import sharp, { type Sharp } from 'sharp';
import type { ActorOf } from '#platform/base/actor';
import { newId } from '#platform/base/ids';
import { noChoices } from './wizard.machine';
import type { Choices } from './schemas';

/** A patient who exists for this module's purposes: an id. */
export const patientActor = (id = newId()): ActorOf<'patient'> => ({
  kind: 'patient',
  id,
  phone: '+12125550123',
  sessionId: newId(),
});

/** Choices that reach the summary. */
export const everythingChosen: Choices = {
  ...noChoices,
  category: 'dental',
  subTreatment: 'Root Canal',
  bodyArea: 'mouth',
  locations: ['Istanbul'],
  budget: '1000-5000',
  timeline: 'asap',
};

/** A neutral picture of soft blobs, different for each seed; JPEG unless asked otherwise. */
export function picture(
  seed = 1,
  { width = 640, height = 480 }: { width?: number; height?: number } = {},
): Sharp {
  const cells = Buffer.from(
    Array.from({ length: 12 * 9 * 3 }, (_, n) =>
      Math.floor(127 + 127 * Math.sin(seed * 97 + n * (seed + 3))),
    ),
  );
  return sharp(cells, { raw: { width: 12, height: 9, channels: 3 } }).resize(width, height, {
    fit: 'fill',
    kernel: 'cubic',
  });
}

export const jpegPhoto = (seed = 1): Promise<Buffer> => picture(seed).jpeg().toBuffer();
