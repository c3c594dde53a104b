import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import { pictureSizes } from '../pictures/sizes';
import { directoryQuery, listedClinic, publicClinic } from './shapes';

/** Each with its sample; null while that is too small to say anything. */
const shown = {
  rating: z.strictObject({ average: z.number(), count: z.int() }).nullable(),
  priceKept: z.strictObject({ kept: z.int(), of: z.int() }).nullable(),
  answerTime: z.strictObject({ medianMinutes: z.int(), sample: z.int() }).nullable(),
};

export const findClinicsCall = defineCall({
  id: 'clinic-onboarding.find-clinics',
  method: 'GET',
  path: '/clinics',
  summary:
    'Approved clinics, those with pictures and ratings first unless asked otherwise, with what was verified of them',
  audience: 'public',
  query: directoryQuery,
  data: z.strictObject({
    clinics: z.array(listedClinic.extend(shown)),
    nextCursor: z.string().nullable(),
  }),
  failures: ['invalid_cursor'],
});

export const readClinicCall = defineCall({
  id: 'clinic-onboarding.read-clinic',
  method: 'GET',
  path: '/clinics/{slug}',
  summary: 'An approved clinic by its public address, also by one that it had before',
  audience: 'public',
  params: z.strictObject({ slug: z.string() }),
  data: z.strictObject({ clinic: publicClinic.extend(shown) }),
  failures: ['not_found'],
});

const size = z.enum(pictureSizes).default('full');

export const readClinicPictureCall = defineCall({
  id: 'clinic-onboarding.read-picture',
  method: 'GET',
  path: '/clinic-pictures/{id}',
  summary: 'The bytes of a picture of an approved clinic',
  audience: 'public',
  // Not z.uuid(): an id that cannot exist answers like one that does not.
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ size }),
  failures: ['not_found'],
});

export const readClinicPictureAsStaffCall = defineCall({
  id: 'clinic-onboarding.read-picture-as-staff',
  method: 'GET',
  path: '/admin/clinics/{id}/pictures/{pictureId}',
  summary: 'The bytes of a picture of a clinic, shown or not',
  audience: 'staff',
  params: z.strictObject({ id: z.string(), pictureId: z.string() }),
  query: z.strictObject({ size }),
  failures: ['not_found'],
});
