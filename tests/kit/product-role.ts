import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { prepare } from '../../scripts/prepare';
import { registry } from '../../workflows/registry';
import { testEnv } from './services';

/** A role that owns nothing, as production's processes have it, in the cluster of this run. */
export interface ProductRole {
  readonly name: string;
  /** The same place, as this role. */
  at(url: string): string;
  drop(): Promise<void>;
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Once its databases are gone it can be dropped. */
export async function createProductRole(): Promise<ProductRole> {
  const name = `web_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await asAdmin(`create role ${name} login password '${password}'`);
  return {
    name,
    at: (url) => Object.assign(new URL(url), { username: name, password }).toString(),
    drop: () => asAdmin(`drop role ${name}`),
  };
}

/** As `npm start` prepares a database whose tables are another role's. */
export async function prepareAs(addresses: Record<string, string>): Promise<void> {
  const { OTP_HMAC_KEYS, OTP_CIPHER_KEYS, STAFF_CIPHER_KEYS } = testEnv('postgres://unused', '.');
  const keys = { OTP_HMAC_KEYS, OTP_CIPHER_KEYS, STAFF_CIPHER_KEYS };
  const secrets = Object.fromEntries(Object.entries(keys).map(([key, [value]]) => [key, value!]));
  const seed = () => Promise.resolve();
  expect(await prepare({ ...addresses, ...secrets }, { registry, seed })).toBe(0);
}
