import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EnvError, parseEnv, settingNames } from '#platform/config/env';
import { weaknessOf } from '#platform/config/production-faults';
import { demoSecrets } from '../kit/demo-secrets';

/** As `openssl rand -base64 32` makes them. */
const [hmac, cipher, staff, webhook, other] = [
  'p0Zc5rVfJm2uYtq1LxO8nHsWb7dKaE4gRz6iTwQ9vBk=',
  'Xh3QmU7oC9kfTz0sJrLd5yWnGb1eVp8aIqRx2lZt6Ho=',
  'f9KwB2sYd4mRxL6jTqZ1vNcO8gHhPu3eIaVr7WtE5yM=',
  'Gt6yRk1zVnQe8LpXwB3dMfJh0cSaUo5iYq9xTl2rC7s=',
  'u1LrYv8cXo4pTzJm6WbGk9sNdQe2hFa7RxVi0tKq3Zc=',
] as const;
const production = {
  DATABASE_URL: 'postgres://db.example/clinics',
  PUBLIC_URL: 'https://clinics.example',
  OTP_HMAC_KEYS: hmac,
  OTP_CIPHER_KEYS: cipher,
  STAFF_CIPHER_KEYS: staff,
  SMS_PROVIDER: 'webhook',
  SMS_WEBHOOK_URL: 'https://sms.example',
  SMS_WEBHOOK_SECRET: webhook,
  MAIL_PROVIDER: 'smtp',
  MAIL_FROM: 'Clinics <no-reply@clinics.example>',
  SMTP_HOST: 'smtp.example',
};

const provider = {
  OIDC_ISSUER: 'https://id.example/realms/clinic',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'x',
  OIDC_ADMIN_GROUPS: 'a',
};

function faultsOf(env: Record<string, string | undefined>): string[] {
  try {
    parseEnv(env);
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.lines;
    throw error;
  }
}

describe('the settings', () => {
  it('are all in .env.example, and nothing else is', () => {
    const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map(
      (match) => match[1],
    );
    expect(listed.sort()).toEqual([...settingNames].sort());
  });

  it('suffice for production as listed here', () => {
    expect(faultsOf(production)).toEqual([]);
  });

  it.each(Object.keys(production).filter((key) => key !== 'DATABASE_URL'))(
    'are refused in production without %s',
    (key) => {
      const faults = faultsOf({ ...production, [key]: undefined });
      expect(faults.length).toBeGreaterThan(0);
      expect(faults[0]).toContain(key);
    },
  );

  it.each([
    ['short', { OTP_HMAC_KEYS: 'short' }, 'OTP_HMAC_KEYS'],
    ['a sample', { OTP_CIPHER_KEYS: `change-me-${hmac}` }, 'OTP_CIPHER_KEYS'],
    ['short in its second place', { OTP_HMAC_KEYS: `${hmac},short` }, 'OTP_HMAC_KEYS'],
    ['the outbox', { SMS_PROVIDER: 'outbox' }, 'SMS_PROVIDER'],
    ['the outbox for mail', { MAIL_PROVIDER: 'outbox' }, 'MAIL_PROVIDER'],
    ['two senders', { MAIL_FROM: 'a@example.com, b@example.com' }, 'MAIL_FROM'],
    ['a sender with a line break', { MAIL_FROM: 'A\r\nBcc: x <a@example.com>' }, 'MAIL_FROM'],
    ['mail in the clear', { SMTP_SECURITY: 'none' }, 'SMTP_SECURITY'],
    ['no header', { SMTP_IDEMPOTENCY_HEADER: 'X-Key: 1\r\nBcc' }, 'SMTP_IDEMPOTENCY_HEADER'],
    ['a header of mails', { SMTP_IDEMPOTENCY_HEADER: 'bcc' }, 'SMTP_IDEMPOTENCY_HEADER'],
    ['a login without its password', { SMTP_USER: 'clinics' }, 'SMTP_PASSWORD'],
    ['no number', { PORT: 'abc' }, 'PORT'],
    ['an address in the clear', { PUBLIC_URL: 'http://clinics.example' }, 'PUBLIC_URL'],
    ['an address of files', { PUBLIC_URL: 'ftp://clinics.example' }, 'PUBLIC_URL'],
    ['a script', { PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL'],
    ['a page', { PUBLIC_URL: 'https://clinics.example/app' }, 'PUBLIC_URL'],
    ['an address with a user', { PUBLIC_URL: 'https://u:p@clinics.example' }, 'PUBLIC_URL'],
    [
      'a translator in the clear',
      { TRANSLATOR: 'libretranslate', TRANSLATOR_URL: 'http://translator.example' },
      'TRANSLATOR_URL',
    ],
    ['rates in the clear', { RATES_URL: 'http://bank.example/daily.xml' }, 'RATES_URL'],
    ['a store in the clear', { S3_ENDPOINT: 'http://store.example' }, 'S3_ENDPOINT'],
    ['messages in the clear', { SMS_WEBHOOK_URL: 'http://sms.example' }, 'SMS_WEBHOOK_URL'],
    [
      'traces in the clear',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT',
    ],
    ['a share above one', { OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
    ['messages to a file', { SMS_WEBHOOK_URL: 'file:///tmp/sms' }, 'SMS_WEBHOOK_URL'],
    ['Twilio in the clear', { TWILIO_API_BASE_URL: 'http://t.example' }, 'TWILIO_API_BASE_URL'],
    ['a secret of one letter', { SMS_WEBHOOK_SECRET: 'x' }, 'SMS_WEBHOOK_SECRET'],
    ['a constant secret', { SMS_WEBHOOK_SECRET: 'k'.repeat(43) }, 'SMS_WEBHOOK_SECRET'],
    ['a constant key', { OTP_HMAC_KEYS: '0'.repeat(64) }, 'OTP_HMAC_KEYS'],
    ['a repeated key', { OTP_HMAC_KEYS: 'Zk4!pQ9x'.repeat(6) }, 'OTP_HMAC_KEYS'],
    ['the alphabet', { OTP_CIPHER_KEYS: 'ghijklmnopqrstuvwxyz0123456789ABCDE' }, 'OTP_CIPHER_KEYS'],
    ['a sample inside', { STAFF_CIPHER_KEYS: `my-secret-${staff}` }, 'STAFF_CIPHER_KEYS'],
    ['another key again', { OTP_CIPHER_KEYS: hmac }, 'OTP_CIPHER_KEYS'],
    ['the secret of the webhook', { STAFF_CIPHER_KEYS: webhook }, 'SMS_WEBHOOK_SECRET'],
    ['one key twice', { OTP_HMAC_KEYS: `${hmac},${hmac}` }, 'OTP_HMAC_KEYS'],
    ['a database of another kind', { DATABASE_URL: 'mysql://db.example/clinics' }, 'DATABASE_URL'],
    [
      'a database in the clear by name',
      { DATABASE_URL: 'postgres://db.example/clinics?sslmode=disable' },
      'DATABASE_URL',
    ],
    [
      'a copy in the clear by name',
      { DATABASE_READ_URL: 'postgres://db.example/clinics?sslmode=no-verify' },
      'DATABASE_READ_URL',
    ],
    ['an owner elsewhere', { DATABASE_OWNER_URL: 'https://db.example' }, 'DATABASE_OWNER_URL'],
    [
      'a direct address of nothing',
      { DATABASE_DIRECT_URL: 'postgres://:x' },
      'DATABASE_DIRECT_URL',
    ],
    ['half prepared', { DATABASE_PREPARED_STATEMENTS: 'some' }, 'DATABASE_PREPARED_STATEMENTS'],
    ['a provider in the clear', { ...provider, OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER'],
    ['a provider of a file', { ...provider, OIDC_ISSUER: 'file:///id' }, 'OIDC_ISSUER'],
    [
      'a provider with a question',
      { ...provider, OIDC_ISSUER: 'https://id.example/?a=b' },
      'OIDC_ISSUER must end after its path',
    ],
    [
      'a provider with a user',
      { ...provider, OIDC_ISSUER: 'https://u:p@id.example' },
      'OIDC_ISSUER must hold no user',
    ],
    ['a provider without a secret', { ...provider, OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET'],
    ['a provider without admins', { ...provider, OIDC_ADMIN_GROUPS: '' }, 'OIDC_ADMIN_GROUPS'],
    ['a secret of no provider', { OIDC_CLIENT_SECRET: 'x' }, 'needs an OIDC_ISSUER beside it'],
    ['a group of two roles', { ...provider, OIDC_REVIEWER_GROUPS: 'b,a' }, 'OIDC_REVIEWER_GROUPS'],
    ['an empty group', { ...provider, OIDC_REVIEWER_GROUPS: 'b,,c' }, 'OIDC_REVIEWER_GROUPS'],
    ['an address for a host', { ...provider, OIDC_HOSTS: 'https://keys.example' }, 'OIDC_HOSTS'],
    [
      'scopes without openid',
      { ...provider, OIDC_SCOPE: 'profile' },
      'OIDC_SCOPE must name openid',
    ],
    ['no contact', { SECURITY_CONTACT: 'javascript:alert(1)' }, 'SECURITY_CONTACT'],
  ])('are refused when one is %s', (_name, change, key) => {
    expect(faultsOf({ ...production, ...change }).join('\n')).toContain(key);
  });

  it('name all faults at once and no value', () => {
    const faults = faultsOf({
      DATABASE_URL: 'postgres://u:hunter2@h/d',
      PORT: '-1',
      LOG_LEVEL: 'loud',
    });
    const keys = [
      'PORT',
      'LOG_LEVEL',
      'OTP_HMAC_KEYS',
      'OTP_CIPHER_KEYS',
      'STAFF_CIPHER_KEYS',
      'PUBLIC_URL',
      'SMS_PROVIDER',
      'MAIL_PROVIDER',
    ];
    expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual(keys.sort());
    expect(faults.join('\n')).not.toContain('hunter2');
  });

  it('name all that is unsafe at once, one line each', () => {
    const faults = faultsOf({
      ...production,
      PUBLIC_URL: 'http://user@clinics.example/x',
      SMS_WEBHOOK_URL: 'ftp://sms.example',
      SMS_WEBHOOK_SECRET: 'x',
      OTP_HMAC_KEYS: 'k'.repeat(40),
      OTP_CIPHER_KEYS: 'k'.repeat(40),
      STAFF_CIPHER_KEYS: 'k'.repeat(40),
    });
    expect(faults.sort()).toEqual([
      'OTP_CIPHER_KEYS is not random enough; make one with: openssl rand -base64 32, must differ from OTP_HMAC_KEYS',
      'OTP_HMAC_KEYS is not random enough; make one with: openssl rand -base64 32',
      'PUBLIC_URL must begin with https://, must hold no user or password, must end after its host or port',
      'SMS_WEBHOOK_SECRET must have at least 32 characters',
      'SMS_WEBHOOK_URL must be an address that begins with https://',
      'STAFF_CIPHER_KEYS is not random enough; make one with: openssl rand -base64 32, must differ from OTP_HMAC_KEYS',
    ]);
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:9000'])(
    'let %s be spoken to without https, which never leaves this machine',
    (address) => {
      const local = { PUBLIC_URL: address, S3_ENDPOINT: address, SMS_WEBHOOK_URL: address };
      expect(faultsOf({ ...production, ...local })).toEqual([]);
    },
  );

  it('take a provider of staff with its hosts and groups, and let it be away', () => {
    const { OIDC_ISSUER, OIDC_HOSTS, OIDC_SCOPE, OIDC_ADMIN_GROUPS, OIDC_GROUPS_CLAIM } = parseEnv({
      ...{ ...production, ...provider },
      OIDC_HOSTS: 'keys.example, [::1]:8443',
      OIDC_ADMIN_GROUPS: 'a, Group of admins',
    });
    expect({ OIDC_ISSUER, OIDC_HOSTS, OIDC_SCOPE, OIDC_ADMIN_GROUPS, OIDC_GROUPS_CLAIM }).toEqual({
      OIDC_ISSUER: 'https://id.example/realms/clinic',
      OIDC_HOSTS: ['keys.example', '[::1]:8443'],
      OIDC_SCOPE: 'openid',
      OIDC_ADMIN_GROUPS: ['a', 'Group of admins'],
      OIDC_GROUPS_CLAIM: 'groups',
    });
    expect(parseEnv(production).OIDC_ISSUER).toBeUndefined();
  });

  it('take every secret that is random', () => {
    for (let i = 0; i < 2_000; i += 1)
      for (const made of [
        randomBytes(32).toString('base64'),
        randomBytes(32).toString('base64url'),
        randomBytes(32).toString('hex'),
        randomBytes(16).toString('hex'),
      ])
        expect(weaknessOf(made), made).toBeNull();
  });

  it('let mail go in the clear to a server on this machine', () => {
    expect(faultsOf({ ...production, SMTP_SECURITY: 'none', SMTP_HOST: '127.0.0.1' })).toEqual([]);
  });

  it('take several keys, newest first', () => {
    const env = parseEnv({ ...production, OTP_HMAC_KEYS: `${hmac}, ${other}` });
    expect(env.OTP_HMAC_KEYS).toEqual([hmac, other]);
  });

  it('take one address of the database for everything, and each other that is named for its use', () => {
    const addresses = (more: Record<string, string> = {}) => {
      const env = parseEnv({ ...production, ...more });
      const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, databaseReadUrl } = env;
      return [databaseUrl, databaseDirectUrl, databaseOwnerUrl, databaseReadUrl, env.throughPooler];
    };
    const one = production.DATABASE_URL;
    const [direct, owner, read] = ['postgres://d/c', 'postgres://o/c', 'postgres://r/c'] as const;
    expect(addresses()).toEqual([one, one, one, null, false]);
    expect(addresses({ DATABASE_DIRECT_URL: direct })).toEqual([one, direct, direct, null, true]);
    expect(
      addresses({
        DATABASE_DIRECT_URL: direct,
        DATABASE_OWNER_URL: owner,
        DATABASE_READ_URL: read,
      }),
    ).toEqual([one, direct, owner, read, true]);
  });

  it('of a demo refuse further addresses of a database that is its own', () => {
    const demo = { ...demoSecrets, DEMO_DATABASE_URL: 'postgres://x' };
    expect(faultsOf({ ...demo, DATABASE_READ_URL: 'postgres://r/c' })).toEqual([
      'DATABASE_READ_URL needs a DATABASE_URL beside it',
    ]);
  });

  it('of a demo need nothing but what its data folder holds', () => {
    expect(faultsOf({ ...demoSecrets, DEMO_DATABASE_URL: 'postgres://x' })).toEqual([]);
  });
});
