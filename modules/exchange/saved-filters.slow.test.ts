import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clinicContact } from '#modules/clinic-onboarding';
import { proofLinkOf } from '#modules/identity';
import { approveLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { hours, minutes } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { runJobs } from '#engine/testing';
import { signId } from '#platform/config/signed-id';
import { advance, resetClock } from '../../tests/kit/clock';
import { signedInClinic } from '../../tests/kit/clinics';
import { createQueuedServices, liftSiteBudgets } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { confirmEmail } from '../../workflows/account-email';
import { announceMatches } from '../../workflows/exchange/announce-matches';
import { registry } from '../../workflows/registry';
import { somePatient, submitted } from '../leads/testing';
import {
  endFilterMails,
  filterForMail,
  filterMails,
  changeFilter,
  removeFilter,
  savedFilters,
  saveFilter,
} from './commands.server';
import { mostSavedFilters, type SavedQuery } from './schemas';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices();
  await liftSiteBudgets(kit.ctx());
});
afterAll(() => kit.close());
beforeEach(() => resetClock(kit.services));

const someClinic = async (): Promise<CtxOf<'clinic'>> => (await signedInClinic(kit.ctx())).ctx;
const crowns: SavedQuery = { q: 'Dental Crown', priority: 'high' };
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

describe('the filters of a clinic', () => {
  it('are kept by name, and a name means what it was given last', async () => {
    const clinic = await someClinic();
    const id = await saveFilter(clinic, { name: 'Crowns', query: crowns, mails: false });
    await saveFilter(clinic, { name: 'all', query: {}, mails: false });
    expect(await saveFilter(clinic, { name: 'CROWNS', query: { q: 'x' }, mails: true })).toBe(id);
    expect(await savedFilters(clinic)).toEqual([
      { id: expect.any(String) as string, name: 'all', query: {}, mails: false },
      { id, name: 'CROWNS', query: { q: 'x' }, mails: true },
    ]);
  });

  it('are renamed and removed, and none has the name of another', async () => {
    const clinic = await someClinic();
    const id = await saveFilter(clinic, { name: 'One', query: crowns, mails: false });
    await saveFilter(clinic, { name: 'Two', query: {}, mails: false });
    expect(await code(changeFilter(clinic, { filterId: id, name: 'two', mails: false }))).toBe(
      'filter_exists',
    );
    await changeFilter(clinic, { filterId: id, name: 'ONE', mails: true });
    expect((await savedFilters(clinic))[0]).toMatchObject({ name: 'ONE', mails: true });
    await removeFilter(clinic, { filterId: id });
    expect((await savedFilters(clinic)).map(({ name }) => name)).toEqual(['Two']);
  });

  it('are nobody else’s: another clinic finds none, as if there were none', async () => {
    const [clinic, other] = [await someClinic(), await someClinic()];
    const id = await saveFilter(clinic, { name: 'Mine', query: crowns, mails: true });
    expect(await savedFilters(other)).toEqual([]);
    for (const filterId of [id, newId(), 'no-uuid']) {
      expect(await code(changeFilter(other, { filterId, name: 'x', mails: false }))).toBe(
        'not_found',
      );
      expect(await code(removeFilter(other, { filterId }))).toBe('not_found');
    }
    expect(await savedFilters(clinic)).toHaveLength(1);
  });

  it('are twenty, also when fifty are saved at once', async () => {
    const clinic = await someClinic();
    const saved = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        code(saveFilter(clinic, { name: `Filter ${n}`, query: {}, mails: false })),
      ),
    );
    expect(saved.filter((one) => one === 'done')).toHaveLength(mostSavedFilters);
    expect(saved.filter((one) => one === 'too_many_filters')).toHaveLength(50 - mostSavedFilters);
    expect(await savedFilters(clinic)).toHaveLength(mostSavedFilters);
  });

  it('lose what is no longer on offer, and keep the rest', async () => {
    const clinic = await someClinic();
    const id = await saveFilter(clinic, { name: 'Old', query: crowns, mails: false });
    await kit.services.database.pool.query(
      `update exchange.saved_filter set query = query || '{"location":"Atlantis"}' where id = $1`,
      [id],
    );
    expect((await savedFilters(clinic))[0]!.query).toEqual(crowns);
  });
});

describe('news of a filter', () => {
  const publish = async (subTreatment: 'Dental Crown' | 'Root Canal') => {
    const { _id } = await submitted(kit.ctx(somePatient()), { subTreatment });
    await approveLead(kit.ctx(system('test')), { leadId: _id });
  };
  const moments = new Map<string, Set<number>>();
  /** How often a filter was told of so far. */
  const news = async (filterId: string): Promise<number> => {
    const { rows } = await kit.services.database.pool.query<{ told_at: Date | null }>(
      'select told_at from exchange.saved_filter where id = $1',
      [filterId],
    );
    const seen = moments.get(filterId) ?? new Set();
    moments.set(filterId, seen);
    if (rows[0]!.told_at) seen.add(rows[0]!.told_at.getTime());
    return seen.size;
  };
  const announce = () => announceMatches(kit.ctx(system('test')));
  const told = async (id: string, times: number) => {
    await announce();
    expect(await news(id)).toBe(times);
  };

  it('comes for what was published since, and once an hour at most', async () => {
    const clinic = await someClinic();
    await publish('Dental Crown');
    await advance(kit.services, minutes(1));
    const id = await saveFilter(clinic, { name: 'Crowns', query: crowns, mails: true });
    await told(id, 0);
    await advance(kit.services, minutes(1));
    await publish('Root Canal');
    await told(id, 0);
    await publish('Dental Crown');
    await told(id, 1);
    await advance(kit.services, minutes(5));
    await publish('Dental Crown');
    await told(id, 1);
    await advance(kit.services, minutes(56));
    await told(id, 2);
    await advance(kit.services, hours(2));
    await told(id, 2);
  });

  it('is a mail with the filter’s name, the way to it and the link that ends it', async () => {
    const details = { email: `${newId()}@example.com` };
    const { ctx: clinic, clinicId } = await signedInClinic(kit.ctx(), { details });
    await runJobs(kit.services, registry);
    const contact = (await clinicContact(kit.ctx(), { clinicId }))!;
    const link = await proofLinkOf(kit.ctx(), { account: clinic.actor, email: contact.email });
    await confirmEmail(clinic, { link });
    const id = await saveFilter(clinic, { name: 'Crowns soon', query: crowns, mails: true });
    await advance(kit.services, minutes(1));
    await publish('Dental Crown');
    await announce();
    await runJobs(kit.services, registry);
    const mail = kit.ports.sent.mail.findLast(({ to }) => to === contact.email)!;
    expect(mail.text).toContain('Crowns soon');
    expect(mail.text).toContain(`/clinic/dashboard?filter=${id}`);
    const { endToken } = (await filterForMail(kit.ctx(), { filterId: id, clinicId }))!;
    expect(mail.unsubscribe).toMatch(new RegExp(`/saved-filter/${endToken.replace('.', '\\.')}$`));
    expect(mail.text).toContain(mail.unsubscribe);
    // Ended before it is sent: nobody is written to.
    await advance(kit.services, hours(2));
    await publish('Dental Crown');
    await announce();
    await endFilterMails(kit.ctx(), { token: endToken });
    const before = kit.ports.sent.mail.length;
    await runJobs(kit.services, registry);
    const since = kit.ports.sent.mail.slice(before).filter(({ to }) => to === contact.email);
    expect(since).toEqual([]);
  });

  it('comes once, also when ten workers look at once', async () => {
    const clinic = await someClinic();
    const id = await saveFilter(clinic, { name: 'Crowns', query: crowns, mails: true });
    await advance(kit.services, minutes(1));
    await publish('Dental Crown');
    await Promise.all(Array.from({ length: 10 }, announce));
    expect(await news(id)).toBe(1);
  });

  it('does not come for a clinic that is not approved, nor for a filter without mails', async () => {
    const { ctx: clinic, clinicId } = await signedInClinic(kit.ctx());
    const silent = await saveFilter(clinic, { name: 'Silent', query: crowns, mails: false });
    const loud = await saveFilter(clinic, { name: 'Loud', query: crowns, mails: true });
    await advance(kit.services, minutes(1));
    await publish('Dental Crown');
    await kit.services.database.pool.query(
      `update clinic_onboarding.clinic set status = 'suspended' where id = $1`,
      [clinicId],
    );
    await told(loud, 0);
    await told(silent, 0);
  });

  it('ends with the link of a mail, for whoever has it, more than once, and with no other', async () => {
    const clinic = await someClinic();
    const id = await saveFilter(clinic, { name: 'Crowns', query: crowns, mails: true });
    const other = await saveFilter(clinic, { name: 'Other', query: crowns, mails: true });
    const filter = { filterId: id, clinicId: clinic.actor.id };
    const nobody = kit.ctx();
    const { endToken: token } = (await filterForMail(nobody, filter))!;
    const forged = [
      id,
      `${id}.x`,
      signId(kit.services.env, 'email-link', id),
      token.replace(id, other),
    ];
    for (const wrong of forged) {
      expect(await code(filterMails(nobody, { token: wrong }))).toBe('invalid_link');
      expect(await code(endFilterMails(nobody, { token: wrong }))).toBe('invalid_link');
    }
    expect(await filterMails(nobody, { token })).toBe(true);
    await endFilterMails(nobody, { token });
    await endFilterMails(nobody, { token });
    expect(await filterMails(nobody, { token })).toBe(false);
    expect(await filterForMail(nobody, filter)).toBeNull();
    expect((await savedFilters(clinic)).map(({ mails }) => mails)).toEqual([false, true]);
  });
});
