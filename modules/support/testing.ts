import type { Side } from '#platform/base/actor';
import { withTransaction } from '#engine';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { CtxOf } from '#platform/context';
import { newId } from '#platform/base/ids';
import { resetClock } from '../../tests/kit/clock';
import { someReviewer } from '../../tests/kit/clinics';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { somePatient } from '../leads/testing';
import { openTicket, writeToTicket } from './commands.server';

/** A ticket of the acting person; answers its id. */
export const openedTicket = (
  ctx: CtxOf<Side>,
  words: { subject?: string; message?: string } = {},
): Promise<string> =>
  withTransaction(ctx, async (tx) => {
    const id = newId();
    const { subject = 'My request', message = 'When does it open?' } = words;
    await openTicket(tx, { id, subject, message });
    return id;
  });

/** The acting person writes once more; answers the message's id. */
export const writtenTo = (
  ctx: CtxOf<Side>,
  ticketId: string,
  text = 'One more thing.',
): Promise<string> =>
  withTransaction(ctx, async (tx) => {
    const messageId = newId();
    await writeToTicket(tx, { ticketId, messageId, text });
    return messageId;
  });

/** Both sides of support, as a test finds them. */
export interface SupportDesk {
  kit: TestServices;
  patient: CtxOf<'patient'>;
  staff: CtxOf<'staff'>;
}

/** Services for a file of tests, and for each test a new patient, somebody of the team, the clock as it is, and no limit used up. */
export function supportDesk(): SupportDesk {
  const desk = {} as SupportDesk;
  beforeAll(async () => {
    desk.kit = await createTestServices();
  });
  afterAll(() => desk.kit.close());
  beforeEach(async () => {
    const { kit } = desk;
    await resetClock(kit.services);
    await kit.services.database.pool.query('delete from platform.rate_limit');
    desk.patient = kit.ctx(somePatient());
    desk.staff = kit.ctx(someReviewer());
  });
  return desk;
}
