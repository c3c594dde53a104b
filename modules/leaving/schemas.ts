import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import { defineEvents } from '#engine/contract';
import { accountKinds, archiveStatuses, confirmWord } from './values';

export const archiveDto = z.strictObject({
  _id: z.uuid(),
  status: z.enum(archiveStatuses),
  askedAt: z.iso.datetime(),
  /** Until when it waits for its one download; null unless it is ready. */
  until: z.iso.datetime().nullable(),
  bytes: z.int().nullable(),
});
export type ArchiveDto = z.output<typeof archiveDto>;

const callsOf = <R extends 'patient' | 'clinic-owner'>(audience: R, id: string, path: string) => ({
  ask: defineCall({
    id: `leaving.${id}ask-export`,
    route: `POST ${path}/account/export`,
    summary:
      'Have an archive made of all that is kept about you; while one is made or waits, it is that one',
    audience,
    data: z.strictObject({ export: archiveDto }),
    status: 202,
    failures: ['step_up', 'too_many_requests'],
  }),
  take: defineCall({
    id: `leaving.${id}export`,
    onlyOnce: true,
    route: `GET ${path}/account/export/{id}`,
    summary:
      'The archive: 202 while it is made; then the zip, once and for a day, and 410 from then on',
    audience,
    params: z.strictObject({ id: z.string() }),
    data: z.strictObject({ export: archiveDto }),
    failures: ['step_up', 'not_found', 'archive_gone'],
  }),
  remove: defineCall({
    id: `leaving.${id}delete-account`,
    route: `POST ${path}/account/delete`,
    summary:
      'Close the account for good: sessions end at once, what is open ends, and all of it is erased',
    audience,
    body: z.strictObject({ confirm: z.literal(confirmWord) }),
    failures: ['step_up', 'treatments_ahead'],
  }),
});

export const {
  ask: askExportCall,
  take: exportCall,
  remove: deleteAccountCall,
} = callsOf('patient', '', '');

export const {
  ask: clinicAskExportCall,
  take: clinicExportCall,
  remove: clinicDeleteAccountCall,
} = callsOf('clinic-owner', 'clinic-', '/clinic');

const account = { principal: z.enum(accountKinds), accountId: z.uuid() };

/** What can happen to somebody's data as a whole. */
export const leavingEvents = defineEvents('leaving', {
  /** Its owner may download it now, once. */
  'archive-ready': z.strictObject(account),
  /** The account is closed; its address is known for a moment longer. */
  'account-closed': z.strictObject(account),
  /** The patient of a request that this clinic had before it is gone, and so is what the request said. */
  'request-erased': z.strictObject({ leadId: z.uuid(), clinicId: z.uuid() }),
});
