import { and, desc, eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import {
  deleteSome,
  listAs,
  stepOf,
  type Person,
  type PersonData,
} from '#platform/privacy/person-data';
import { isOf } from '../account-owner';
import {
  clinicAccount,
  consent,
  emailLink,
  knownBrowser,
  passkey,
  patient,
  session,
  wayBack,
} from '../tables.server';

const sessionsOf = ({ kind, id }: Person) =>
  and(eq(session.subjectId, id), eq(session.principal, kind))!;

const accountOf = (ctx: Ctx, { kind, id }: Person): Promise<Array<{ phone: string }>> =>
  kind === 'patient'
    ? ctx.db
        .select({
          id: patient.id,
          phone: patient.phone,
          firstName: patient.firstName,
          lastName: patient.lastName,
          email: patient.email,
          emailProvedAt: patient.emailProvedAt,
          locale: patient.locale,
          createdAt: patient.createdAt,
          updatedAt: patient.updatedAt,
          lastSeenAt: patient.lastSeenAt,
        })
        .from(patient)
        .where(eq(patient.id, id))
    : ctx.db
        .select({
          id: clinicAccount.id,
          phone: clinicAccount.phone,
          approval: clinicAccount.approval,
          locale: clinicAccount.locale,
          createdAt: clinicAccount.createdAt,
          lastSeenAt: clinicAccount.lastSeenAt,
        })
        .from(clinicAccount)
        .where(eq(clinicAccount.id, id));

async function browsersOf(ctx: Ctx, person: Person) {
  const [account] = await accountOf(ctx, person);
  if (!account) return [];
  return ctx.db
    .select({ createdAt: knownBrowser.createdAt, expiresAt: knownBrowser.expiresAt })
    .from(knownBrowser)
    .where(and(eq(knownBrowser.phone, account.phone), eq(knownBrowser.role, person.kind)));
}

/** Whatever hangs on the number went when the account was closed (`closeAccount`); passkeys and links go with the row. */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, person: Person) {
    yield listAs('account', () => accountOf(ctx, person));
    yield listAs('sessions', () =>
      ctx.db
        .select({
          createdAt: session.createdAt,
          lastSeenAt: session.lastSeenAt,
          provedAt: session.provedAt,
          sharedDevice: session.sharedDevice,
          expiresAt: session.expiresAt,
          endedAt: session.endedAt,
        })
        .from(session)
        .where(sessionsOf(person))
        .orderBy(desc(session.createdAt)),
    );
    yield listAs('known-browsers', () => browsersOf(ctx, person));
    yield listAs('passkeys', () =>
      ctx.db
        .select({
          label: passkey.label,
          createdAt: passkey.createdAt,
          lastUsedAt: passkey.lastUsedAt,
        })
        .from(passkey)
        .where(isOf(passkey, person)),
    );
    yield listAs('email-addresses-to-prove', () =>
      ctx.db
        .select({
          kind: emailLink.kind,
          email: emailLink.email,
          previousEmail: emailLink.previousEmail,
          createdAt: emailLink.createdAt,
          usedAt: emailLink.usedAt,
          droppedAt: emailLink.droppedAt,
        })
        .from(emailLink)
        .where(isOf(emailLink, person)),
    );
    if (person.kind === 'patient')
      yield listAs('consents', () =>
        ctx.db
          .select({
            kind: consent.kind,
            version: consent.version,
            givenAt: consent.at,
            withdrawnAt: consent.withdrawnAt,
          })
          .from(consent)
          .where(eq(consent.patientId, person.id))
          .orderBy(consent.at),
      );
  },

  erase: (ctx, person) =>
    stepOf(
      () => deleteSome(ctx, session, sessionsOf(person)),
      () =>
        deleteSome(
          ctx,
          wayBack,
          and(eq(wayBack.principal, person.kind), eq(wayBack.accountId, person.id))!,
        ),
      () =>
        person.kind === 'patient'
          ? erasePatient(ctx, person.id)
          : deleteSome(ctx, clinicAccount, eq(clinicAccount.id, person.id)),
    ),
};

async function erasePatient(ctx: Ctx, id: string): Promise<number> {
  const [row] = await ctx.db
    .select({ email: patient.email })
    .from(patient)
    .where(eq(patient.id, id));
  if (!row) return 0;
  await ctx.services.ports.mailer.forget?.(row.email);
  return deleteSome(ctx, patient, eq(patient.id, id));
}
