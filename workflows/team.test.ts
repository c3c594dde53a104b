import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingsGivenToMember, memberOfRequest } from '#modules/exchange';
import { ownQuietHours, setPreferences } from '#modules/notifications';
import { newId } from '#platform/base/ids';
import { actAs } from '#platform/context';
import { signedInPatient } from '../modules/identity/testing';
import { signedInClinic, teamMember } from '../tests/kit/clinics';
import { createQueuedServices, forgetLimits } from '../tests/kit/identity';
import type { TestServices } from '../tests/kit/services';
import { conversationOf, showConversation, writeMessage } from './conversations/talk';
import { readDealOf } from './deals/read-deal-of';
import { acceptShownOffer } from './offers/offers';
import { publishedLead, sentOffer } from './offers/testing';
import { giveRequest, removeMember } from './team';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices();
  await forgetLimits(kit);
});
afterAll(() => kit.close());

/** A clinic with a manager, and a published request. */
async function scene() {
  const { ctx: owner } = await signedInClinic(kit.ctx());
  const { ctx: manager } = await teamMember(owner, 'manager');
  const { ctx: patient } = await signedInPatient(kit.ctx());
  const { leadId } = await publishedLead(kit, {}, patient);
  return { owner, manager, patient, leadId };
}

describe('a request', () => {
  it('is given to a member, who finds it in a list of their own', async () => {
    const { owner, manager, leadId } = await scene();
    await giveRequest(owner, { leadId, memberId: manager.actor.member.id });
    expect(await memberOfRequest(owner, { leadId })).toBe(manager.actor.member.id);
    const { leads } = await listingsGivenToMember(manager, {});
    expect(leads.map(({ _id }) => _id)).toEqual([leadId]);
    expect((await listingsGivenToMember(owner, {})).leads).toEqual([]);
    await giveRequest(owner, { leadId, memberId: null });
    expect((await listingsGivenToMember(manager, {})).leads).toEqual([]);
  });

  it('is given to no member of another clinic, and not by one that does not see it', async () => {
    const [{ owner, leadId }, other] = [await scene(), await scene()];
    const { id: memberId } = other.manager.actor.member;
    for (const work of [
      () => giveRequest(owner, { leadId, memberId }),
      () => giveRequest(owner, { leadId: newId(), memberId: owner.actor.member.id }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is no member’s once the member is gone', async () => {
    const { owner, manager, leadId } = await scene();
    const { id: memberId } = manager.actor.member;
    await giveRequest(owner, { leadId, memberId });
    await removeMember(owner, { memberId });
    expect(await memberOfRequest(owner, { leadId })).toBeNull();
  });
});

describe('quiet hours', () => {
  it('of a member end with the membership; others keep their own', async () => {
    const { owner, manager } = await scene();
    const night = { from: '22:00', to: '07:00', zone: 'Europe/Istanbul' };
    for (const ctx of [owner, manager])
      await setPreferences(ctx, { preferences: [], quietHours: night });
    await removeMember(owner, { memberId: manager.actor.member.id });
    expect(await ownQuietHours(manager)).toBeNull();
    expect(await ownQuietHours(owner)).toEqual(night);
  });
});

describe('what a clinic writes', () => {
  it('names who wrote it, to the patient and to colleagues', async () => {
    const { owner, manager, patient, leadId } = await scene();
    const offerId = await sentOffer(manager, leadId);
    const found = await conversationOf(kit.ctx(), { owners: [manager.actor], offerId });
    const fields = { text: 'Gladly.', attachments: [] };
    await writeMessage(found, { offerId, messageId: newId(), fields });
    const readBy = async (actor: typeof owner.actor | typeof patient.actor) => {
      const own = await conversationOf(kit.ctx(), { owners: [actor], offerId });
      return (await showConversation(own)).messages.map(({ by }) => by);
    };
    const named = { name: 'A manager', role: 'manager' };
    expect(await readBy(patient.actor)).toEqual([{ ...named, isYou: false }]);
    expect(await readBy(owner.actor)).toEqual([{ ...named, isYou: false }]);
    expect(await readBy(manager.actor)).toEqual([{ ...named, isYou: true }]);
  });
});

describe('a reader', () => {
  it('sees no contact data of a deal, and can change nothing of it', async () => {
    const { owner, patient, leadId } = await scene();
    const { ctx: reader } = await teamMember(owner, 'reader');
    const offerId = await sentOffer(owner, leadId);
    await acceptShownOffer(patient, { offerId });
    const seen = await readDealOf(actAs(kit.ctx(), owner.actor), { offerId });
    expect(seen.contact?.phoneNumber).toBe(patient.actor.phone);
    expect(seen.actions).toContain('propose-time');
    expect(await readDealOf(reader, { offerId })).toMatchObject({ contact: null, actions: [] });
  });
});
