import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLead } from '../../modules/leads/queries.server';
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

  it('makes an account, prints its link once, lists it and shuts it out', async () => {
    const added = await run('add', '--email', 'Ann@Staff.example', '--role', 'admin');
    expect(added.code).toBe(0);
    const [, token] = /\/admin\/enrol#([\w-]{43})$/m.exec(added.text)!;
    const { rows } = await kit.services.database.pool.query(
      'select row_to_json(i)::text as row from identity.staff_invite i',
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(kit.logged)).not.toContain(token);
    expect((await run('list')).text).toMatch(/ann@staff\.example {2}admin {2}invited/);
    const again = await run('invite-again', '--email', 'ann@staff.example');
    expect(again.text).toMatch(/\/admin\/enrol#[\w-]{43}$/m);
    expect(again.text).not.toContain(token);
    expect((await run('disable', '--email', 'ann@staff.example')).code).toBe(0);
    expect((await run('list')).text).toContain('disabled');
    expect((await run('enable', '--email', 'ann@staff.example')).code).toBe(0);
    expect((await run('list')).text).toContain('invited');
  });

  it.each([
    [['add', '--email', 'ann@staff.example', '--role', 'admin'], 'There is an account'],
    [['disable', '--email', 'nobody@staff.example'], 'There is no account'],
    [['reset', '--email', 'ann@staff.example'], 'That is not possible'],
    [['add', '--email', 'x', '--role', 'admin'], usage[0]!],
    [['add', '--email', 'b@staff.example', '--role', 'boss'], usage[0]!],
    [['add', '--emial', 'b@staff.example'], usage[0]!],
    [['disable'], usage[0]!],
  ])('refuses %j', async (words, line) => {
    const { code, text } = await run(...words);
    expect(code).toBe(1);
    expect(text.split('\n')[0]).toContain(line);
  });
});
