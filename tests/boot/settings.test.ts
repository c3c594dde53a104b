import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EnvError, parseEnv, settingNames } from '#platform/env';
import { generatedSecrets } from '../../scripts/lib/secrets.mjs';

const secret = 'k'.repeat(43);
const production = {
  DATABASE_URL: 'postgres://db.example/clinics',
  PUBLIC_URL: 'https://clinics.example',
  OTP_HMAC_KEYS: secret,
  OTP_CIPHER_KEYS: secret,
  STAFF_CIPHER_KEYS: secret,
  SMS_PROVIDER: 'webhook',
  SMS_WEBHOOK_URL: 'https://sms.example',
  SMS_WEBHOOK_SECRET: secret,
  MAIL_PROVIDER: 'smtp',
  MAIL_FROM: 'Clinics <no-reply@clinics.example>',
  SMTP_HOST: 'smtp.example',
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
    ['a sample', { OTP_CIPHER_KEYS: `change-me-${secret}` }, 'OTP_CIPHER_KEYS'],
    ['short in its second place', { OTP_HMAC_KEYS: `${secret},short` }, 'OTP_HMAC_KEYS'],
    ['the outbox', { SMS_PROVIDER: 'outbox' }, 'SMS_PROVIDER'],
    ['the outbox for mail', { MAIL_PROVIDER: 'outbox' }, 'MAIL_PROVIDER'],
    ['two senders', { MAIL_FROM: 'a@example.com, b@example.com' }, 'MAIL_FROM'],
    ['a sender with a line break', { MAIL_FROM: 'A\r\nBcc: x <a@example.com>' }, 'MAIL_FROM'],
    ['mail in the clear', { SMTP_SECURITY: 'none' }, 'SMTP_SECURITY'],
    ['a login without its password', { SMTP_USER: 'clinics' }, 'SMTP_PASSWORD'],
    ['no number', { PORT: 'abc' }, 'PORT'],
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

  it('let mail go in the clear to a server on this machine', () => {
    expect(faultsOf({ ...production, SMTP_SECURITY: 'none', SMTP_HOST: '127.0.0.1' })).toEqual([]);
  });

  it('take several keys, newest first', () => {
    const env = parseEnv({ ...production, OTP_HMAC_KEYS: `${secret}, ${'o'.repeat(43)}` });
    expect(env.OTP_HMAC_KEYS).toEqual([secret, 'o'.repeat(43)]);
  });

  it('of a demo need nothing but what its data folder holds', () => {
    const generated = Object.fromEntries(generatedSecrets.map((name) => [name, secret]));
    expect(faultsOf({ ...generated, DEMO_DATABASE_URL: 'postgres://x' })).toEqual([]);
  });
});
