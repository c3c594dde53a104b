import {
  completeRegistration,
  enterClinic,
  inviteMember,
  joinTeam,
  makeToken,
  removePasskeyOf,
  signInStaff,
  updateProfile,
} from '#modules/identity';
import { askArchive } from '#modules/leaving';
import type { CtxOf } from '#platform/context';
import { days, seconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { writeSetting } from '#platform/settings/settings';
import { linkForMail } from '../../modules/identity/emails.server';
import {
  addPasskeyOf,
  ownPasskeysOf,
  passkeyOptionsToMake,
} from '../../modules/identity/passkeys.server';
import { passkeyOptionsToSignIn, signInWithPasskeyOf } from '../../modules/identity/sign-in.server';
import { ownPasskeys, resetStaffFactors } from '../../modules/identity/staff/accounts.server';
import {
  addPasskey,
  passkeyRegistrationOptions,
  passkeySignInOptions,
  removePasskey,
  signInWithPasskey,
} from '../../modules/identity/staff/passkeys.server';
import {
  beginProviderLink,
  beginProviderSignIn,
  type BegunRound,
  finishProviderRound,
  staffProviderSwitch,
  unlinkProvider,
} from '../../modules/identity/staff/provider.server';
import {
  enrolledStaff,
  provedPatient,
  signedInPatient,
  signedInStaff,
  staffCode,
} from '../../modules/identity/testing';
import { signedInClinic, verifiedClinicPhone } from '../../tests/kit/clinics';
import { advance } from '../../tests/kit/clock';
import { provePages, type WayOf } from '../../tests/kit/event-proof';
import { offered, published, beginsAnew, verified, waitingJob } from '../../tests/kit/event-scenes';
import { holdCode, tryCode } from '../../tests/kit/identity';
import { SoftPasskey } from '../../tests/kit/passkey';
import { vouchingProvider } from '../../tests/kit/ports';
import type { TestServices } from '../../tests/kit/services';
import { changeClinicEmail, confirmEmail, sendEmailLink } from '../account-email';
import { closeOwnAccount } from '../leaving/close-account';
import { askForWayBack, confirmAskedWayBack } from '../leaving/account-recovery';
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

/** A number that works for two clinics chooses one of them, in a browser that is new. */
const choosesAClinic: WayOf = {
  by: 'identity.enter-clinic',
  arrange: async (kit) => {
    const [own, other] = [await signedInClinic(kit.ctx()), await signedInClinic(kit.ctx())];
    const invited = { phone: own.phone, name: 'Guest', role: 'doctor' } as const;
    await joinTeam(own.ctx, { token: (await inviteMember(other.ctx, invited)).token });
    await later(kit);
    const { ctx } = await verifiedClinicPhone(kit.ctx(), own.phone);
    return () => enterClinic(ctx, { clinicId: own.ctx.actor.id });
  },
};

type Account = CtxOf<'patient'> | CtxOf<'clinic'>;

const newKey = (kit: TestServices) => new SoftPasskey(kit.services.env.PUBLIC_URL);

async function passkeyFor(
  kit: TestServices,
  { ctx, token }: { ctx: Account; token: string },
  key = newKey(kit),
) {
  const { challengeId, options } = await passkeyOptionsToMake(ctx, {
    ...{ sessionToken: token, rpName: 'Test', owner: { name: 'me', displayName: 'me' } },
  });
  const response = key.create(options);
  const made = { challengeId, response, label: 'Phone', userAgent: null, sessionToken: token };
  return () => addPasskeyOf(ctx, made);
}

const someAccount = (kit: TestServices, role: Role): Promise<{ ctx: Account; token: string }> =>
  (role === 'patient' ? signedInPatient : signedInClinic)(kit.ctx());

/** Somebody with an account signs in with a passkey in a browser that is new. */
const signsInByPasskey = (by: string, role: Role): WayOf => ({
  by,
  arrange: async (kit) => {
    const key = newKey(kit);
    const add = await passkeyFor(kit, await someAccount(kit, role), key);
    await add();
    const { challenged, browserToken } = await passkeyOptionsToSignIn(kit.ctx(), { role });
    const { challengeId, options } = challenged;
    const session = { sessionToken: null, sharedDevice: false, known: null };
    const shown = { role, challengeId, response: key.get(options), browserToken, ...session };
    return () => signInWithPasskeyOf(kit.ctx(), shown);
  },
});

const addsPasskey = (by: string, role: Role): WayOf => ({
  by,
  arrange: async (kit) => passkeyFor(kit, await someAccount(kit, role)),
});

const removesPasskey = (by: string, role: Role): WayOf => ({
  by,
  arrange: async (kit) => {
    const someone = await someAccount(kit, role);
    const add = await passkeyFor(kit, someone);
    await add();
    const [key] = await ownPasskeysOf(someone.ctx);
    return () => removePasskeyOf(someone.ctx, { id: key!._id });
  },
});

const asksEmailLink = (by: string, role: Role): WayOf => ({
  by,
  arrange: async (kit) => {
    const { ctx } = await someAccount(kit, role);
    return () => sendEmailLink(ctx);
  },
});

const makesArchive = (role: Role): WayOf => ({
  by: 'leaving.make-archive',
  arrange: async (kit) => {
    await askArchive((await someAccount(kit, role)).ctx);
    return waitingJob(kit, 'leaving.make-archive');
  },
});

/** A member of staff with a passkey. */
async function staffWithPasskey(kit: TestServices) {
  const { ctx } = await signedInStaff(kit.ctx());
  const key = newKey(kit);
  const { challengeId, options } = await passkeyRegistrationOptions(ctx, 'Test');
  const made = { challengeId, response: key.create(options), label: 'Laptop', userAgent: null };
  return { ctx, key, add: () => addPasskey(ctx, made) };
}

/** Comes back from the provider, which vouches for whom the code names. */
const comesBack =
  (kit: TestServices, { address, token }: BegunRound, code: string, sessionToken: string | null) =>
  () => {
    const state = new URL(address).searchParams.get('state')!;
    const its = { userAgent: null, sessionToken, roundToken: token };
    return finishProviderRound(kit.ctx(), { state, code }, its);
  };

/** A member of staff whose account may be linked with one at the provider. */
async function staffWithProvider(kit: TestServices) {
  const groups = { OIDC_REVIEWER_GROUPS: ['reviewers'] };
  Object.assign(kit.services.env, groups);
  Object.assign(kit.services.ports, { signInProvider: vouchingProvider });
  await writeSetting(kit.ctx(), staffProviderSwitch, 'on');
  const { ctx, id, token } = await signedInStaff(kit.ctx());
  return { ctx, id, link: comesBack(kit, await beginProviderLink(ctx), id, token) };
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

const makesToken = (by: string): WayOf => ({
  by,
  arrange: async (kit) => {
    const { ctx } = await signedInClinic(kit.ctx());
    const token = { name: 'Practice software', scopes: ['requests' as const], days: 30 as const };
    return () => makeToken(ctx, token);
  },
});

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
    'identity.patient-on-new-device': [
      signsIn('identity.verify-code', 'patient'),
      signsInByPasskey('identity.passkey-sign-in', 'patient'),
    ],
    'identity.clinic-on-new-device': [
      signsIn('clinic-onboarding.verify-code', 'clinic'),
      signsInByPasskey('clinic-onboarding.passkey-sign-in', 'clinic'),
      choosesAClinic,
    ],
    'identity.clinic-token-made': [makesToken('identity.make-token'), makesToken('/clinic/tokens')],
    'identity.factor-changed': [
      addsPasskey('identity.add-passkey', 'patient'),
      addsPasskey('identity.clinic-add-passkey', 'clinic'),
      removesPasskey('identity.remove-passkey', 'patient'),
      removesPasskey('identity.clinic-remove-passkey', 'clinic'),
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
    'identity.account-detached': [
      { by: '/login', arrange: (kit) => beginsAnew(kit, 'patient') },
      { by: '/clinic-login', arrange: (kit) => beginsAnew(kit, 'clinic') },
    ],
    'identity.way-back-opened': [
      wayBack('admin.patients.confirm-way-back', 'patient'),
      wayBack('admin.clinics.confirm-way-back', 'clinic'),
    ],
    'identity.email-link-asked': [
      asksEmailLink('identity.send-email-link', 'patient'),
      asksEmailLink('identity.clinic-send-email-link', 'clinic'),
      { by: 'identity.update-profile', arrange: async (kit) => (await changesEmail(kit)).change },
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
      {
        by: 'identity.staff-passkey-sign-in',
        arrange: async (kit) => {
          const { key, add } = await staffWithPasskey(kit);
          await add();
          const { challengeId, options } = await passkeySignInOptions(kit.ctx());
          const shown = { challengeId, response: key.get(options) };
          return () => signInWithPasskey(kit.ctx(), shown, browser);
        },
      },
      {
        by: 'identity.staff-provider-return',
        arrange: async (kit) => {
          const { id, link } = await staffWithProvider(kit);
          await link();
          return comesBack(kit, await beginProviderSignIn(kit.ctx()), `${id}:reviewers`, null);
        },
      },
    ],
    'identity.staff-factor-changed': [
      {
        by: 'identity.staff-provider-return',
        arrange: async (kit) => (await staffWithProvider(kit)).link,
      },
      {
        by: 'identity.staff-unlink-provider',
        arrange: async (kit) => {
          const { ctx, link } = await staffWithProvider(kit);
          await link();
          return () => unlinkProvider(ctx);
        },
      },
      {
        by: 'identity.staff-add-passkey',
        arrange: async (kit) => {
          return (await staffWithPasskey(kit)).add;
        },
      },
      {
        by: 'identity.staff-remove-passkey',
        arrange: async (kit) => {
          const { ctx, add } = await staffWithPasskey(kit);
          await add();
          const [key] = await ownPasskeys(ctx);
          return () => removePasskey(ctx, { id: key!.id });
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
    'leaving.archive-ready': [makesArchive('patient'), makesArchive('clinic')],
    'leaving.account-closed': [
      closes,
      {
        by: 'leaving.clinic-delete-account',
        arrange: async (kit) => {
          const { ctx } = await signedInClinic(kit.ctx());
          await sentOffer(ctx, (await published(kit)).leadId);
          await published(kit, [ctx]);
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
