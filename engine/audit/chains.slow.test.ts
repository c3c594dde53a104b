import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditChains } from '../../tests/kit/audit';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeEach(async () => {
  kit = await createTestServices();
});
afterEach(() => kit.close());

const { notes, verify, behindItsBack } = auditChains(() => kit);

describe('the check of several chains', () => {
  beforeEach(() => notes(20));
  /** As if chain 0 were written to all the while. */
  const noteInNext = async (count: number) => {
    const holder = await kit.services.database.pool.connect();
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(7246021, 76)');
    await notes(count);
    await holder.query('rollback');
    holder.release();
  };
  const cut = (where: string) =>
    behindItsBack(
      `delete from platform.audit_entry where id in (select entry_id from platform.audit_link where ${where})`,
      `delete from platform.audit_link where ${where}`,
    );

  it('finds that one is gone, also without a noted end, once another went on', async () => {
    await noteInNext(5);
    expect((await verify()).fault).toBeNull();
    await notes(16);
    await cut('chain = 1');
    expect((await verify()).fault).toEqual({ kind: 'link-missing', chain: 1, seq: 5 });
  });

  it('finds that the end of one was cut off, also without a noted end, once another went on', async () => {
    await noteInNext(5);
    await notes(16);
    await cut('chain = 1 and seq > 4');
    expect((await verify()).fault).toEqual({ kind: 'link-missing', chain: 1, seq: 5 });
  });

  it.each(['chain = 1', 'chain = 1 and seq > 4', 'chain = 0', 'chain = 0 and seq > 19'])(
    'finds by the noted end that this is gone: %s',
    async (where) => {
      await noteInNext(5);
      const { end } = await verify();
      expect(end.seqs).toEqual([20, 5]);
      await noteInNext(1);
      expect((await verify(end)).fault).toBeNull();
      await cut(where);
      expect((await verify(end)).fault).not.toBeNull();
    },
  );

  it('finds a link that says it was hashed beside another, or beside none', async () => {
    await noteInNext(5);
    await notes(16);
    for (const beside of ['4', 'null']) {
      await behindItsBack(
        `update platform.audit_link set beside = ${beside} where chain = 0 and seq % 16 = 1 and seq > 20`,
      );
      expect((await verify()).fault).toMatchObject({ kind: 'changed', chain: 0 });
    }
  });

  it('takes an end that was noted when there was one chain', async () => {
    const { end } = await verify();
    expect(end.seqs).toEqual([20]);
    await noteInNext(2);
    expect((await verify(end)).fault).toBeNull();
  });
});
