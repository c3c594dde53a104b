import {
  completeRegistration,
  removePasskeyOf,
  signInStaff,
  updateProfile,
} from '#modules/identity';
import { askArchive } from '#modules/leaving';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { days, seconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { linkForMail } from '../../modules/identity/emails.server';
import {
  addPasskeyOf,
  ownPasskeysOf,
  passkeyOptionsToMake,
} from '../../modules/identity/passkeys.server';
import { resolveSession } from '../../modules/identity/sessions.server';
import { resetStaffFactors } from '../../modules/identity/staff/accounts.server';
import {
  addPasskey,
  passkeyRegistrationOptions,
} from '../../modules/identity/staff/passkeys.server';
import {
  enrolledStaff,
  newPhone,
  provedPatient,
  signedInPatient,
  signedInStaff,
  staffCode,
} from '../../modules/identity/testing';
import { signedInClinic } from '../../tests/kit/clinics';
import { advance } from '../../tests/kit/clock';
import { provePages, type WayOf } from '../../tests/kit/event-proof';
import { offered, published, waitingJob } from '../../tests/kit/event-scenes';
import { holdCode, tryCode } from '../../tests/kit/identity';
import { SoftPasskey } from '../../tests/kit/passkey';
import type { TestServices } from '../../tests/kit/services';
import { changeClinicEmail, confirmEmail, sendEmailLink } from '../account-email';
import { beginAnew } from '../leaving/begin-anew';
import { closeOwnAccount } from '../leaving/close-account';
import { askForWayBack, confirmAskedWayBack } from '../leaving/ways-back';
import { sentOffer, withoutBudgets } from '../offers/testing';
import { accountPages } from './accounts';

type Role = 'patient' | 'clinic';

const later = (kit: TestServices) => advance(kit.services, seconds(46));
/** Somebody with an account signs in with a code in a browser that is new. */
const signsIn = (by: string, role: Role): WayOf => ({
  by,
  arrange: async (kit) => {
    const { phone } = await (role === 'patient' ? signedInPatient : signedInClinic)(kit.ctx());
    await later(kit);
    const held = await holdCode(kit.ctx(), phone, role);
    return () => tryCode(kit.ctx(), held, held.code, { role, known: null });
  },
});

/** A pre-session of a verified phone without an account. */
async function verified(kit: TestServices, phone = newPhone(), role: Role = 'patient') {
  const held = await holdCode(kit.ctx(), phone, role);
  const { session } = await tryCode(kit.ctx(), held, held.code, { role, agrees: true });
  const { token } = session;
  const actor = await resolveSession(kit.ctx(), { principal: role, token, renew: false });
  return { phone, ctx: kit.ctx(actor as ActorOf<'phone-verified'>) };
}

async function passkeyFor(
  kit: TestServices,
  { ctx, token }: { ctx: Ctx<ActorOf<'patient'>>; token: string },
) {
  const key = new SoftPasskey(kit.services.env.PUBLIC_URL);
  const { challengeId, options } = await passkeyOptionsToMake(ctx, {
    ...{ sessionToken: token, rpName: 'Test', owner: { name: 'me', displayName: 'me' } },
  });
  const response = key.create(options);
  const made = { challengeId, response, label: 'Phone', userAgent: null, sessionToken: token };
  return () => addPasskeyOf(ctx, made);
}

/** The link of the last mail to this address. */
async function linkOf(kit: TestServices): Promise<string> {
  const { rows } = await kit.services.database.pool.query<{ id: string }>(
    'select id from identity.email_link order by created_at desc limit 1',
  );
  return (await linkForMail(kit.ctx(), { linkId: rows[0]!.id }))!.link;
}

const changesEmail = async (kit: TestServices) => {
  const { ctx, phone } = await provedPatient(kit.ctx());
  const email = `${newId()}@example.com`;
  const profile = { phoneNumber: phone, firstName: 'Sarah', lastName: 'Miller', email };
  return { ctx, change: () => updateProfile(ctx, profile) };
};

/** An account that was silent for long; another person signs in with its number and cannot prove that it is theirs. */
const begunAnew = (role: Role): WayOf => ({
  by: role === 'patient' ? '/login' : '/clinic-login',
  arrange: async (kit) => {
    const clinic = role === 'clinic' ? await signedInClinic(kit.ctx()) : null;
    if (clinic) await sentOffer(clinic.ctx, (await published(kit)).leadId);
    const { phone } = clinic ?? (await provedPatient(kit.ctx()));
    if (clinic)
      await kit.services.database.pool.query(
        'update clinic_onboarding.clinic set email_proved_at = now() where id = $1',
        [clinic.clinicId],
      );
    await advance(kit.services, days(181));
    const { ctx } = await verified(kit, phone, role);
    return () => beginAnew(ctx);
  },
});

const wayBack = (by: string, role: Role): WayOf => ({
  by,
  arrange: async (kit) => {
    const id =
      role === 'patient'
        ? (await provedPatient(kit.ctx())).ctx.actor.id
        : (await signedInClinic(kit.ctx())).clinicId;
    await advance(kit.services, days(181));
    const account = { kind: role, id };
    const [one, other] = [await admin(kit), await admin(kit)];
    await askForWayBack(one.ctx, { account, reason: 'They answered from its address.' });
    const { rows } = await kit.services.database.pool.query<{ id: string }>(
      'select id from identity.way_back where account_id = $1',
      [id],
    );
    return () => confirmAskedWayBack(other.ctx, { account, wayBackId: rows[0]!.id });
  },
});

const admin = (kit: TestServices) => signedInStaff(kit.ctx(), { role: 'admin' });
const browser = { userAgent: null, sessionToken: null };

const closes: WayOf = {
  by: 'leaving.delete-account',
  arrange: async (kit) => {
    const { patient } = await offered(kit);
    return () => closeOwnAccount(patient);
  },
};

provePages(
  accountPages,
  {
    'identity.patient-on-new-device': [signsIn('identity.verify-code', 'patient')],
    'identity.clinic-on-new-device': [signsIn('clinic-onboarding.verify-code', 'clinic')],
    'identity.factor-changed': [
      {
        by: 'identity.add-passkey',
        arrange: async (kit) => passkeyFor(kit, await signedInPatient(kit.ctx())),
      },
      {
        by: 'identity.remove-passkey',
        arrange: async (kit) => {
          const someone = await signedInPatient(kit.ctx());
          await (
            await passkeyFor(kit, someone)
          )();
          const [key] = await ownPasskeysOf(someone.ctx);
          return () => removePasskeyOf(someone.ctx, { id: key!._id });
        },
      },
    ],
    'identity.email-proof-owed': [
      {
        by: 'identity.complete-registration',
        arrange: async (kit) => {
          const { ctx, phone: phoneNumber } = await verified(kit);
          const names = { firstName: 'Sarah', lastName: 'Miller', email: 'sarah@example.com' };
          return () => completeRegistration(ctx, { phoneNumber, ...names });
        },
      },
    ],
    'identity.account-detached': [begunAnew('patient'), begunAnew('clinic')],
    'identity.way-back-opened': [
      wayBack('admin.patients.confirm-way-back', 'patient'),
      wayBack('admin.clinics.confirm-way-back', 'clinic'),
    ],
    'identity.email-link-asked': [
      {
        by: 'identity.send-email-link',
        arrange: async (kit) => {
          const { ctx } = await signedInPatient(kit.ctx());
          return () => sendEmailLink(ctx);
        },
      },
    ],
    'identity.email-change-asked': [
      { by: 'identity.update-profile', arrange: async (kit) => (await changesEmail(kit)).change },
      {
        by: 'identity.clinic-change-email',
        arrange: async (kit) => {
          const { ctx } = await signedInClinic(kit.ctx());
          return () => changeClinicEmail(ctx, { email: `${newId()}@example.com` });
        },
      },
    ],
    'identity.email-changed': [
      {
        by: 'identity.confirm-email',
        arrange: async (kit) => {
          const { ctx, change } = await changesEmail(kit);
          await change();
          const link = await linkOf(kit);
          return () => confirmEmail(ctx, { link });
        },
      },
      {
        by: 'identity.clinic-confirm-email',
        arrange: async (kit) => {
          const { ctx } = await signedInClinic(kit.ctx());
          await changeClinicEmail(ctx, { email: `${newId()}@example.com` });
          const link = await linkOf(kit);
          return () => confirmEmail(ctx, { link });
        },
      },
    ],
    'identity.staff-signed-in': [
      {
        by: 'identity.staff-sign-in',
        arrange: async (kit) => {
          const { email, password, totpSecret } = await enrolledStaff(kit.ctx());
          await later(kit);
          const code = await staffCode(kit.ctx(), totpSecret);
          return () => signInStaff(kit.ctx(), { email, password, code }, browser);
        },
      },
    ],
    'identity.staff-factor-changed': [
      {
        by: 'identity.staff-add-passkey',
        arrange: async (kit) => {
          const { ctx } = await signedInStaff(kit.ctx());
          const { challengeId, options } = await passkeyRegistrationOptions(ctx, 'Test');
          const response = new SoftPasskey(kit.services.env.PUBLIC_URL).create(options);
          const made = { challengeId, response, label: 'My laptop', userAgent: null };
          return () => addPasskey(ctx, made);
        },
      },
      {
        by: 'admin.staff.reset-factors',
        arrange: async (kit) => {
          const { ctx } = await admin(kit);
          const { id: staffId } = await signedInStaff(kit.ctx());
          return () => resetStaffFactors(ctx, { staffId });
        },
      },
    ],
    'leaving.archive-ready': [
      {
        by: 'leaving.make-archive',
        arrange: async (kit) => {
          const { ctx } = await signedInPatient(kit.ctx());
          await askArchive(ctx);
          return waitingJob(kit, 'leaving.make-archive');
        },
      },
    ],
    'leaving.account-closed': [
      closes,
      {
        by: 'leaving.clinic-delete-account',
        arrange: async (kit) => {
          const { ctx } = await signedInClinic(kit.ctx());
          await sentOffer(ctx, (await published(kit)).leadId);
          return () => closeOwnAccount(ctx);
        },
      },
    ],
    'leaving.request-erased': [closes],
  },
  async (kit) => {
    await withoutBudgets(kit);
    await signedInStaff(kit.ctx());
  },
);
