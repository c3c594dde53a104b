import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Ctx } from '#platform/context';
import type { Env } from '#platform/config/env';
import { otpChallenge, staffAccount, staffInvite } from '../tables.server';

/** Lists of keys that something stored is encrypted with. */
export type CipherSetting = 'OTP_CIPHER_KEYS' | 'STAFF_CIPHER_KEYS';

/** A column of ciphertexts. */
export interface SealedColumn {
  /** `schema.table.column` of the database. */
  readonly name: string;
  readonly setting: CipherSetting;
}

export interface SealedRow {
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
