import { z } from 'zod';
import { defineCall } from '#platform/call';
import { confirmWord } from './confirm-word';
import { archiveDto } from './dto';

const callsOf = <R extends 'patient' | 'clinic'>(audience: R, id: string, path: string) => ({
  ask: defineCall({
    id: `leaving.${id}ask-export`,
    method: 'POST',
    path: `${path}/account/export`,
    summary:
      'Have an archive made of all that is kept about you; while one is made or waits, it is that one',
    audience,
    data: z.strictObject({ export: archiveDto }),
    status: 202,
    failures: ['step_up', 'too_many_requests'],
  }),
  take: defineCall({
    id: `leaving.${id}export`,
    method: 'GET',
    onlyOnce: true,
    path: `${path}/account/export/{id}`,
    summary:
      'The archive: 202 while it is made; then the zip, once and for a day, and 410 from then on',
    audience,
    params: z.strictObject({ id: z.string() }),
    data: z.strictObject({ export: archiveDto }),
    failures: ['step_up', 'not_found', 'archive_gone'],
  }),
  remove: defineCall({
    id: `leaving.${id}delete-account`,
    method: 'POST',
    path: `${path}/account/delete`,
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
} = callsOf('clinic', 'clinic-', '/clinic');
