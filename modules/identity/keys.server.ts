import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { sha256 } from '#platform/base/ids';
import type { Env } from '#platform/config/env';
import type { Ctx } from '#platform/context';
import { otpChallenge } from './tables.server';
import { staffAccount, staffInvite } from './tables/staff.server';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A list of secrets, newest first: the first encrypts, all decrypt. */
type Keys = readonly string[];

/** What was sealed, and which key of the list opened it. */
export interface Opened {
  readonly text: string;
  /** Place in the list; 0 is the one that encrypts. */
  readonly place: number;
}

/** Nonce, tag and ciphertext of AES-256-GCM; `boundTo` is authenticated with it, so it fits one row only. */
export function seal(keys: Keys, boundTo: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, sha256(keys[0]!), nonce);
  cipher.setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Tries each key of the list; null when none opens it. Nothing in a ciphertext names its key: the tag says which one fits,
 * and 128 bits do not fit by chance.
 */
export function open(keys: Keys, boundTo: string, sealed: Buffer): Opened | null {
  for (const [place, key] of keys.entries()) {
    try {
      return { text: unsealWith(sha256(key), boundTo, sealed), place };
    } catch {
      // An older key may be the one.
    }
  }
  return null;
}

/** Throws when no key of the list opens it. */
export function unseal(keys: Keys, boundTo: string, sealed: Buffer): string {
  const opened = open(keys, boundTo, sealed);
  if (!opened) throw new Error('no key of the list opens this');
  return opened.text;
}

function unsealWith(key: Buffer, boundTo: string, sealed: Buffer): string {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const body = sealed.subarray(nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

/** Lists of keys that something stored is encrypted with. */
type CipherSetting = 'OTP_CIPHER_KEYS' | 'STAFF_CIPHER_KEYS';

/** A column of ciphertexts. */
export interface SealedColumn {
  /** `schema.table.column` of the database. */
  readonly name: string;
  readonly setting: CipherSetting;
}

interface SealedRow {
  readonly id: string;
  /** Authenticated with the ciphertext. */
  readonly boundTo: string;
  readonly sealed: Buffer;
}

interface Place extends SealedColumn {
  page(ctx: Ctx, after: string | null, limit: number): Promise<SealedRow[]>;
  /** False when the row is gone, or holds another ciphertext than it did. */
  replace(ctx: Ctx, row: SealedRow, sealed: Buffer): Promise<boolean>;
}

type Table = typeof staffAccount | typeof staffInvite | typeof otpChallenge;

interface Columns {
  readonly setting: CipherSetting;
  readonly table: Table;
  /** The property of the table that holds the ciphertext. */
  readonly property: 'totpCipher' | 'codeCipher';
  readonly boundTo: PgColumn;
}

function placeOf(name: string, { setting, table, property, boundTo }: Columns): Place {
  const cipher = (table as unknown as Record<string, PgColumn>)[property]!;
  return {
    name,
    setting,
    page: async (ctx, after, limit) =>
      (await ctx.db
        .select({ id: table.id, boundTo, sealed: cipher })
        .from(table)
        .where(and(isNotNull(cipher), after === null ? undefined : gt(table.id, after)))
        .orderBy(asc(table.id))
        .limit(limit)) as SealedRow[],
    replace: async (ctx, row, sealed) => {
      const replaced = await ctx.db
        .update(table)
        .set({ [property]: sealed })
        .where(and(eq(table.id, row.id), eq(cipher, row.sealed)))
        .returning({ id: table.id });
      return replaced.length === 1;
    },
  };
}

/** Each column of the product that holds a ciphertext; a test compares them with those of the database. */
export const places: readonly Place[] = [
  placeOf('identity.staff_account.totp_cipher', {
    setting: 'STAFF_CIPHER_KEYS',
    table: staffAccount,
    property: 'totpCipher',
    boundTo: staffAccount.id,
  }),
  placeOf('identity.staff_invite.totp_cipher', {
    setting: 'STAFF_CIPHER_KEYS',
    table: staffInvite,
    property: 'totpCipher',
    boundTo: staffInvite.staffId,
  }),
  placeOf('identity.otp_challenge.code_cipher', {
    setting: 'OTP_CIPHER_KEYS',
    table: otpChallenge,
    property: 'codeCipher',
    boundTo: otpChallenge.id,
  }),
];

/** The list that a column is encrypted with. */
export const keysOf = (env: Env, { setting }: SealedColumn): readonly string[] => env[setting];

/** Every column that holds something encrypted. */
export const sealedColumns: readonly SealedColumn[] = places;

/** Where a step begins, and how many rows it looks at. */
export interface Step {
  readonly after: string | null;
  readonly limit: number;
}

/** What a step saw of one column. */
export interface KeyUse {
  /** Rows that each key of the list opens, in the order of the list. */
  readonly under: readonly number[];
  /** Rows that none opens. */
  readonly unopened: number;
  /** Rows that were written anew under the first key. */
  readonly reencrypted: number;
  /** Rows that somebody else wrote or removed between the look and the write; whoever writes takes the first key. */
  readonly overtaken: number;
  /** Where to go on; null after the last row. */
  readonly next: string | null;
}

const placeNamed = ({ name }: SealedColumn) => places.find((place) => place.name === name)!;

/** Which key opens the next rows of a column. */
export const keyUseStep = (ctx: Ctx, column: SealedColumn, step: Step): Promise<KeyUse> =>
  look(ctx, column, { ...step, repairs: false });

/**
 * Writes the next rows of a column anew under the first key of its list, each by a statement of its own that changes it only
 * if it still holds what was read: no lock outlives its row, and what the product wrote meanwhile stands. To be done again is
 * harmless; rows under the first key are not touched.
 */
export const reencryptStep = (ctx: Ctx, column: SealedColumn, step: Step): Promise<KeyUse> =>
  look(ctx, column, { ...step, repairs: true });

async function look(
  ctx: Ctx,
  column: SealedColumn,
  { after, limit, repairs }: Step & { repairs: boolean },
): Promise<KeyUse> {
  const place = placeNamed(column);
  const keys = keysOf(ctx.services.env, place);
  const under = keys.map(() => 0);
  const seen = { unopened: 0, reencrypted: 0, overtaken: 0 };
  const rows = await place.page(ctx, after, limit);
  for (const row of rows) {
    const opened = open(keys, row.boundTo, row.sealed);
    if (!opened) seen.unopened += 1;
    else under[opened.place]! += 1;
    if (!repairs || !opened || opened.place === 0) continue;
    const replaced = await place.replace(ctx, row, seal(keys, row.boundTo, opened.text));
    seen[replaced ? 'reencrypted' : 'overtaken'] += 1;
  }
  return { under, ...seen, next: rows.length < limit ? null : rows.at(-1)!.id };
}
