import { and, count, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { audit, publish, withTransaction } from '#engine';
import type { ActingMember } from '#platform/base/actor';
import { inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId, newId, sha256 } from '#platform/base/ids';
import type { Env } from '#platform/config/env';
import type { Ctx, TxCtx } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import {
  type Account,
  type AccountActor,
  type AccountKind,
  isOf,
  lockAccountOf,
  ownerOf,
} from './accounts.server';
import type { PasskeyDto } from './passkey-schemas';
import { challengeLife } from './rules';
import { identityEvents, type RegisteredPasskey, type ShownPasskey } from './schemas';
import { deviceOf } from './browsers.server';
import { requireFreshFactor } from './step-up.server';
import { passkey, passkeyChallenge } from './tables.server';

/** Ed25519, ES256 and RS256 as COSE numbers them: what the passkeys of today speak. */
export const algorithms = [-8, -7, -257];

/** Who passkeys are made for: the host of our address, and the origins that count as ours. */
const relyingParty = ({ PUBLIC_URL, origins }: Env) => ({
  rpID: new URL(PUBLIC_URL).hostname,
  expectedOrigin: [...origins],
});

/** Loaded when somebody first uses a passkey. */
const library = () => import('@simplewebauthn/server');

/** A passkey as its row keeps it. */
export interface StoredPasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
}

const descriptors = (passkeys: readonly StoredPasskey[]) =>
  passkeys.map(({ credentialId: id, transports }) => ({ id, transports }));

/** What a browser needs to show a passkey with its person verified: one of `own`, or without them any it has of ours. */
export const showOptions = async (env: Env, own: readonly StoredPasskey[]) =>
  (await library()).generateAuthenticationOptions({
    rpID: relyingParty(env).rpID,
    userVerification: 'required',
    allowCredentials: descriptors(own),
  });

interface OwnerShown {
  readonly id: string;
  /** What the device lists it under. */
  readonly name: string;
  readonly displayName: string;
}

/** What a browser needs to make a passkey that needs no name typed to sign in; not on a device that has one of `known`. */
export const makeOptions = async (
  env: Env,
  { rpName, owner, known }: { rpName: string; owner: OwnerShown; known: readonly StoredPasskey[] },
) =>
  (await library()).generateRegistrationOptions({
    rpName,
    rpID: relyingParty(env).rpID,
    userID: new Uint8Array(Buffer.from(owner.id)),
    userName: owner.name,
    userDisplayName: owner.displayName,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: descriptors(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });

/** The counter of a passkey that signed this challenge for us, its person verified; null when anything does not fit. */
export async function counterShown(
  env: Env,
  {
    expectedChallenge,
    row,
    response,
  }: {
    expectedChallenge: string;
    row: StoredPasskey;
    response: ShownPasskey;
  },
): Promise<number | null> {
  const { rpID, expectedOrigin } = relyingParty(env);
  const result = await (
    await library()
  )
    .verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID: rpID,
      credential: {
        id: row.credentialId,
        publicKey: new Uint8Array(row.publicKey),
        counter: row.counter,
        transports: row.transports,
      },
      requireUserVerification: true,
      // The library throws for everything that does not fit; none of it is a fault of ours.
    })
    .catch(() => null);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}

/** A passkey that was made for this challenge, as its row is to keep it; null when anything does not fit. */
export async function passkeyMade(
  env: Env,
  { expectedChallenge, response }: { expectedChallenge: string; response: RegisteredPasskey },
): Promise<StoredPasskey | null> {
  const { rpID, expectedOrigin } = relyingParty(env);
  // The library throws for everything that does not fit; none of it is a fault of ours.
  const result = await (
    await library()
  )
    .verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    .catch(() => null);
  if (!result?.verified) return null;
  const { id, publicKey, counter, transports } = result.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: (transports ?? []).slice(0, 10),
  };
}

/** What a browser is asked to sign, and the name of the challenge for its answer. */
export interface Challenged {
  readonly challengeId: string;
  /** Options of WebAuthn in their JSON form. */
  readonly options: Record<string, unknown>;
}

/** A passkey that was shown for a challenge. */
export interface PasskeyAnswer {
  readonly challengeId: string;
  readonly response: ShownPasskey;
}

/** A passkey that was made for a challenge. */
export interface NewPasskey {
  readonly challengeId: string;
  /** What people call it; by default the browser and system that made it. */
  readonly label?: string;
  readonly response: RegisteredPasskey;
  readonly userAgent: string | null;
}

/** What a challenge is for, and the browser that it is good in. */
export interface ChallengeBinding {
  readonly purpose: (typeof passkeyChallenge.$inferSelect)['purpose'];
  readonly principal: AccountKind;
  /** Null while nobody is signed in. */
  readonly account: PasskeyOwner | null;
  /** Of the sign-in's cookie, or of the session. */
  readonly browserToken: string;
}

/** Remembers a challenge that goes to a browser. */
async function openChallengeFor(
  ctx: Ctx,
  { purpose, principal, account, browserToken }: ChallengeBinding,
  challenge: string,
): Promise<string> {
  const id = newId();
  await ctx.db.insert(passkeyChallenge).values({
    id,
    purpose,
    principal,
    ...(account ? ownerOf(account) : {}),
    browserHash: sha256(browserToken),
    challenge,
    createdAt: sqlNow,
    expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(challengeLife)})`,
  });
  return id;
}

/**
 * Uses a challenge up before anything is compared with it, so that it is good once, right or wrong. Null when
 * it is unknown, used, too old, another browser's or person's, or was given for something else.
 */
async function spendChallengeOf(
  ctx: Ctx,
  { purpose, principal, account, browserToken }: ChallengeBinding,
  id: string,
): Promise<string | null> {
  if (!isId(id)) return null;
  const [row] = await ctx.db
    .update(passkeyChallenge)
    .set({ usedAt: sqlNow })
    .where(
      and(
        eq(passkeyChallenge.id, id),
        eq(passkeyChallenge.purpose, purpose),
        eq(passkeyChallenge.principal, principal),
        account ? isOf(passkeyChallenge, account) : undefined,
        eq(passkeyChallenge.browserHash, sha256(browserToken)),
        isNull(passkeyChallenge.usedAt),
        gt(passkeyChallenge.expiresAt, sql`platform.now()`),
      ),
    )
    .returning({ challenge: passkeyChallenge.challenge });
  return row?.challenge ?? null;
}

type PasskeyRow = typeof passkey.$inferSelect;

/** Whose passkeys are asked for: an account's, which is who holds it, or a member's of a clinic's team. */
type PasskeyOwner = Account & { readonly member?: ActingMember };

/** The acting member of a clinic's team, in SQL; null where they hold the account, and of patients. */
const otherMemberOf = ({ member }: PasskeyOwner): SQL<string | null> =>
  member
    ? sql`(select m.id from identity.clinic_member m where m.id = ${member.id} and not m.holds_account)`
    : sql`null::uuid`;

const isOwn = (owner: PasskeyOwner): SQL =>
  and(isOf(passkey, owner), sql`${passkey.memberId} is not distinct from ${otherMemberOf(owner)}`)!;

/** What a browser needs to show a passkey: any that it has at a sign-in, one of the person's own at a step-up. */
export async function optionsToShow(ctx: Ctx, binding: ChallengeBinding): Promise<Challenged> {
  const own = binding.account
    ? await ctx.db.select().from(passkey).where(isOwn(binding.account))
    : [];
  const options = await showOptions(ctx.services.env, own);
  const challengeId = await openChallengeFor(ctx, binding, options.challenge);
  return { challengeId, options: { ...options } };
}

export interface CheckedPasskey {
  readonly row: PasskeyRow;
  readonly newCounter: number;
}

/**
 * Whether an answer was signed by a passkey of this role, and of this person where one is signed in, for the
 * challenge it names, with the person verified by their device. The challenge is spent either way. Null when
 * anything does not fit.
 */
export async function checkPasskeyOf(
  ctx: Ctx,
  { challengeId, response }: PasskeyAnswer,
  binding: ChallengeBinding,
): Promise<CheckedPasskey | null> {
  const { account, principal } = binding;
  const expectedChallenge = await spendChallengeOf(ctx, binding, challengeId);
  const ofRole = isNotNull(principal === 'patient' ? passkey.patientId : passkey.clinicId);
  const [row] = await ctx.db
    .select()
    .from(passkey)
    .where(and(eq(passkey.credentialId, response.id), account ? isOwn(account) : ofRole));
  if (!expectedChallenge || !row) return null;
  const newCounter = await counterShown(ctx.services.env, { expectedChallenge, row, response });
  return newCounter === null ? null : { row, newCounter };
}

/** Notes the use of a passkey; false when it was removed or used elsewhere since it was read. */
export async function usePasskeyOf(
  tx: TxCtx,
  { row, newCounter }: CheckedPasskey,
): Promise<boolean> {
  const used = await tx.db
    .update(passkey)
    .set({ counter: newCounter, lastUsedAt: sqlNow })
    .where(and(eq(passkey.id, row.id), eq(passkey.counter, row.counter)))
    .returning({ id: passkey.id });
  return used.length === 1;
}

/** Says that the ways into the acting person's account have changed, so that its owner is notified. */
const publishFactorChange = (tx: TxCtx<AccountActor>): Promise<void> =>
  publish(tx, identityEvents['identity.factor-changed'], {
    principal: tx.actor.kind,
    accountId: tx.actor.id,
  });

/** The acting person's passkeys, newest first. */
export async function ownPasskeysOf(ctx: Ctx<AccountActor>): Promise<PasskeyDto[]> {
  const rows = await ctx.db
    .select()
    .from(passkey)
    .where(isOwn(ctx.actor))
    .orderBy(desc(passkey.createdAt));
  return rows.map(({ id, label, createdAt, lastUsedAt }) => ({
    _id: id,
    label,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

type Acting = Ctx<AccountActor>;
type OfSession = { readonly sessionToken: string };

/** More than anybody has devices for. */
const maxPasskeys = 20;

const bindingOf = ({ actor }: Acting, browserToken: string): ChallengeBinding => ({
  purpose: 'register',
  principal: actor.kind,
  account: actor,
  browserToken,
});

/** What a browser needs to make a passkey for the acting person, who is listed on it as `owner`. Throws `step_up`. */
export async function passkeyOptionsToMake(
  ctx: Acting,
  input: OfSession & { readonly rpName: string; readonly owner: Omit<OwnerShown, 'id'> },
): Promise<Challenged> {
  await requireFreshFactor(ctx);
  const known = await ctx.db.select().from(passkey).where(isOwn(ctx.actor));
  const id = ctx.actor.kind === 'clinic' ? ctx.actor.member.id : ctx.actor.id;
  const owner = { id, ...input.owner };
  const options = await makeOptions(ctx.services.env, { rpName: input.rpName, owner, known });
  const binding = bindingOf(ctx, input.sessionToken);
  const challengeId = await openChallengeFor(ctx, binding, options.challenge);
  return { challengeId, options: { ...options } };
}

/** Adds a passkey to the acting person's account and has them notified. Throws `step_up`, `invalid_passkey`, `unauthenticated`. */
export async function addPasskeyOf(ctx: Acting, input: NewPasskey & OfSession): Promise<void> {
  await requireFreshFactor(ctx);
  const made = await verified(ctx, input);
  await withTransaction(ctx, async (tx) => {
    // An account that goes takes every passkey with it: none may slip in behind it.
    await lockAccountOf(tx, tx.actor);
    await requireFreshFactor(tx);
    const [held] = await tx.db.select({ n: count() }).from(passkey).where(isOwn(tx.actor));
    const id = newId();
    const added =
      held!.n >= maxPasskeys
        ? []
        : await tx.db
            .insert(passkey)
            .values({
              id,
              ...ownerOf(tx.actor),
              memberId: otherMemberOf(tx.actor),
              ...made,
              label: input.label || deviceOf(input.userAgent),
              createdAt: sqlNow,
            })
            .onConflictDoNothing()
            .returning({ id: passkey.id });
    if (added.length === 0) throw new AppError('invalid_passkey');
    await audit(tx, { action: 'identity.passkey-added', object: { type: 'passkey', id } });
    await publishFactorChange(tx);
  });
}

async function verified(
  ctx: Acting,
  { challengeId, response, sessionToken }: NewPasskey & OfSession,
): Promise<StoredPasskey> {
  const expectedChallenge = await spendChallengeOf(ctx, bindingOf(ctx, sessionToken), challengeId);
  const made =
    expectedChallenge && (await passkeyMade(ctx.services.env, { expectedChallenge, response }));
  if (!made) throw new AppError('invalid_passkey');
  return made;
}

/** Removes one of the acting person's passkeys and has them notified. Throws `step_up`, `not_found`. */
export async function removePasskeyOf(
  ctx: Ctx<AccountActor>,
  { id }: { id: string },
): Promise<void> {
  await requireFreshFactor(ctx);
  await withTransaction(ctx, async (tx) => {
    const removed = isId(id)
      ? await tx.db
          .delete(passkey)
          .where(and(eq(passkey.id, id), isOwn(tx.actor)))
          .returning({ id: passkey.id })
      : [];
    if (removed.length === 0) throw new AppError('not_found');
    await audit(tx, { action: 'identity.passkey-removed', object: { type: 'passkey', id } });
    await publishFactorChange(tx);
  });
}
