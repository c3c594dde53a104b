import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#engine';
import { usage, verifyAudit } from '../../scripts/verify-audit';
import { createTestServices, type TestServices } from '../kit/services';

describe('npm run audit:verify', () => {
  let kit: TestServices;
  let end: string;
  beforeAll(async () => {
    kit = await createTestServices();
    for (let i = 0; i < 3; i += 1)
      await audit(kit.ctx(), { action: 'sample.done', details: { i } });
  });
  afterAll(() => kit.close());

  const run = async (...words: string[]): Promise<{ code: number; text: string }> => {
    const lines: string[] = [];
    const url = kit.services.env.databaseUrl;
    const code = await verifyAudit(url, words, (line) => lines.push(line));
    return { code, text: lines.join('\n') };
  };

  it('says that the log is sound, and what to keep outside', async () => {
    const { code, text } = await run();
    expect(code).toBe(0);
    expect(text).toContain('Sound: 3 entries.');
    end = /[0-9a-f]{64}@3/.exec(text)![0];
    expect((await run('--expect', end)).code).toBe(0);
  });

  it('finds that the log was cut short since', async () => {
    const { pool } = kit.services.database;
    const client = await pool.connect();
    await client.query('set session_replication_role = replica');
    await client.query(
      'delete from platform.audit_entry where id in (select entry_id from platform.audit_link where seq = 3)',
    );
    await client.query('delete from platform.audit_link where seq = 3');
    client.release(true);
    expect((await run()).code).toBe(0);
    const { code, text } = await run('--expect', end);
    expect(code).toBe(1);
    expect(text).toMatch(/^BROKEN: .*the end that was noted/);
  });

  it('names the entry that was changed', async () => {
    const client = await kit.services.database.pool.connect();
    await client.query('set session_replication_role = replica');
    await client.query(
      `update platform.audit_entry set actor = 'x'
       where id = (select entry_id from platform.audit_link where seq = 2)`,
    );
    client.release(true);
    const { code, text } = await run();
    expect(code).toBe(1);
    expect(text).toMatch(/^BROKEN: entry \d+ \(link 2\) is not what was written/);
  });

  it.each([[['--expect']], [['--expect', 'abc@3']], [['-x']], [['--expect', 'a', 'b']]])(
    'explains itself on %j',
    async (words) => expect(await run(...words)).toEqual({ code: 2, text: usage.join('\n') }),
  );

  it('does not take a database that is away for a sound log', async () => {
    const away = new URL(kit.services.env.databaseUrl);
    away.port = '1';
    const lines: string[] = [];
    expect(await verifyAudit(away.toString(), [], (line) => lines.push(line))).toBe(2);
    expect(lines).toEqual([expect.stringMatching(/^Not checked: .*ECONNREFUSED/)]);
  });
});
