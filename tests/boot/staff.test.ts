import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLead } from '../../modules/leads/queries/read-lead';
import { somePatient, submitted } from '../../modules/leads/testing';
import { staff, usage } from '../../scripts/review-team';
import { createTestServices, type TestServices } from '../kit/services';

describe('npm run staff', () => {
  const patient = somePatient();
  let kit: TestServices;
  beforeAll(async () => {
    kit = await createTestServices();
  });
  afterAll(() => kit.close());

  const run = async (...words: string[]): Promise<{ code: number; text: string }> => {
    const lines: string[] = [];
    const code = await staff(kit.services, words, (line) => lines.push(line));
    return { code, text: lines.join('\n') };
  };
  const held = async () =>
    (await submitted(kit.ctx(patient), { description: 'Call me: +1 212 555 0123' }))._id;
  const statusOf = async (leadId: string) =>
    (await readLead(kit.ctx(patient), { leadId })).lead.status;

  it('lists what the checks kept back, and publishes it', async () => {
    const id = await held();
    const { text } = await run('requests');
    expect(text).toContain(id);
    expect(text).toContain('contact-data');
    expect(await run('approve', id)).toEqual({ code: 0, text: `Published ${id}.` });
    expect(await statusOf(id)).toBe('reviewed');
    expect((await run('requests')).text).not.toContain(id);
  });

  it('rejects with a reason', async () => {
    const id = await held();
    expect((await run('reject', id, 'No', 'phone', 'numbers.')).code).toBe(0);
    const seen = await readLead(kit.ctx(patient), { leadId: id });
    expect(seen.lead.status).toBe('cancelled');
    expect(JSON.stringify(seen)).toContain('No phone numbers.');
  });

  it('says what it refuses', async () => {
    const id = await held();
    await run('approve', id);
    expect(await run('approve', id)).toEqual({
      code: 1,
      text: 'That request is no longer waiting.',
    });
    const missing = await run('approve', '00000000-0000-7000-8000-000000000000');
    expect(missing).toEqual({ code: 1, text: 'There is no such request.' });
  });

  it.each([[[]], [['reject', 'x']], [['dance']]])('explains itself on %j', async (words) => {
    expect(await run(...words)).toEqual({ code: 1, text: usage.join('\n') });
  });
});
