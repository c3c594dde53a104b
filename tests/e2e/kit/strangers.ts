import { randomInt } from 'node:crypto';
import { query } from './database';

/** A number of a dial code that no other test of this run uses. */
export const newFinn = () => `+35844${randomInt(1_000_000, 10_000_000)}`;

/** As many codes to Finland as switch its alarm on in a demo, all of them expired unused. */
export const unusedCodes = () =>
  query(
    `insert into identity.otp_challenge (id, purpose, phone, country, dial_code, browser_hash, code_hmac,
       attempts, status, created_at, expires_at, resend_at)
     select gen_random_uuid(), 'patient', '+35840' || lpad(n::text, 7, '0'), 'FI', '358',
       uuid_send(gen_random_uuid()), '\\x00', 0, 'expired', at, at + interval '5 minutes', at
     from generate_series(1, 2000) as n,
       lateral (select platform.now() - interval '50 minutes' as at) as made`,
  );
