import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import type { CtxOf } from '#platform/context';
import { after, hours, type Duration } from '#platform/base/duration';
import { runDueTimers } from '#engine/testing';
import { resetClock } from '../../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../../tests/kit/services';
import { leadFlow } from '../projection.server';
import { readLead } from '../queries.server';
import { somePatient, submitted } from '../testing';
import { openCities, approveLead } from '../commands.server';

describe('a request that found no offer', () => {
  let kit: TestServices;
  let ctx: CtxOf<'patient'>;
  beforeAll(async () => {
    kit = await createTestServices();
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await resetClock(kit.services);
    ctx = kit.ctx(somePatient());
  });
  const pass = async (duration: Duration) =>
    runDueTimers(kit.services, { flows: [leadFlow] }, after(await now(ctx), duration));
  const read = (id: string) => readLead(ctx, { leadId: id });
  const published = async (fields: Parameters<typeof submitted>[1] = {}) => {
    const { _id } = await submitted(ctx, fields);
    await approveLead(kit.ctx(system('test')), { leadId: _id });
    return _id;
  };

  it('names all cities once its patient says that any would do', async () => {
    const id = await published();
    await expect(openCities(ctx, { leadId: id })).rejects.toMatchObject({ code: 'event_refused' });
    await pass(hours(49));
    expect((await read(id)).lead.locations).toEqual(['Istanbul']);
    const lead = await openCities(ctx, { leadId: id });
    expect(lead.locations).toEqual(['Istanbul', 'Ankara', 'Antalya']);
    const { noticeAt, activity } = await read(id);
    expect(noticeAt).toBeNull();
    expect(activity.at(-1)!.kind).toBe('cities-opened');
    await expect(openCities(ctx, { leadId: id })).rejects.toMatchObject({ code: 'event_refused' });
    await expect(openCities(kit.ctx(somePatient()), { leadId: id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('cannot be opened to more cities when it names none', async () => {
    const id = await published({ locations: [] });
    await pass(hours(49));
    expect((await read(id)).noticeAt).not.toBeNull();
    await expect(openCities(ctx, { leadId: id })).rejects.toMatchObject({ code: 'event_refused' });
    expect((await read(id)).noticeAt).not.toBeNull();
  });
});
