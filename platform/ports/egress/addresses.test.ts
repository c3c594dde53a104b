import { describe, expect, it } from 'vitest';
import { testEnv } from '../../../tests/kit/services';
import { egressOf } from './addresses';

const database = 'postgres://clinic:secret@127.0.0.1:5433/clinic';
const of = (settings: Record<string, string> = {}, url = database): string[] => [
  ...new Set(egressOf(testEnv(url, '.data', settings))),
];
/** Besides the database. */
const besides = (settings: Record<string, string>): string[] =>
  of(settings).filter((address) => address !== '127.0.0.1:5433');

describe('whom a process may dial', () => {
  it('is its database alone when nothing else is named', () => {
    expect(of()).toEqual(['127.0.0.1:5433']);
  });

  it.each([
    ['postgres://u:p@DB.example/clinic', 'db.example:5432'],
    ['postgres://u:p@[::1]:5433/clinic', '::1:5433'],
    ['postgres://u:p@/clinic?host=/run/postgresql', '/run/postgresql/.s.PGSQL.5432'],
    ['postgres://u:p@ignored/clinic?host=named.example&port=7', 'named.example:7'],
  ])('reads %s as the driver does', (url, address) => {
    expect(of({}, url)).toEqual([address]);
  });

  it('has every address of the database', () => {
    const settings = {
      DATABASE_DIRECT_URL: 'postgres://u@direct.example/clinic',
      DATABASE_OWNER_URL: 'postgres://u@owner.example/clinic',
      DATABASE_READ_URL: 'postgres://u@copy.example:6432/clinic',
    };
    expect(besides(settings)).toEqual(
      ['direct.example:5432', 'owner.example:5432', 'copy.example:6432'], // prettier-ignore
    );
  });

  const twilio = {
    SMS_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: 'AC',
    TWILIO_AUTH_TOKEN: 't',
    TWILIO_FROM: '+1',
  };
  const smtp = {
    MAIL_PROVIDER: 'smtp',
    SMTP_HOST: 'Mail.example.',
    MAIL_FROM: 'a@clinics.example',
  };
  const webhook = { SMS_PROVIDER: 'webhook', SMS_WEBHOOK_SECRET: 's' };
  const provider = {
    OIDC_ISSUER: 'https://id.example/realm',
    OIDC_CLIENT_ID: 'console',
    OIDC_CLIENT_SECRET: 's',
    OIDC_ADMIN_GROUPS: 'admins',
  };
  it.each<[string, Record<string, string>, string[]]>([
    ['Twilio', twilio, ['api.twilio.com:443']],
    ['its stand-in', { ...twilio, TWILIO_API_BASE_URL: 'http://localhost:9' }, ['localhost:9']],
    ['a gateway', { ...webhook, SMS_WEBHOOK_URL: 'https://sms.example/x' }, ['sms.example:443']],
    ['a mail server', smtp, ['mail.example:587']],
    ['one with TLS', { ...smtp, SMTP_SECURITY: 'tls' }, ['mail.example:465']],
    ['one elsewhere', { ...smtp, SMTP_PORT: '2525' }, ['mail.example:2525']],
    ['clamd', { SCANNER_PROVIDER: 'clamd', CLAMD_HOST: 'scanner' }, ['scanner:3310']],
    ['its socket', { SCANNER_PROVIDER: 'clamd', CLAMD_SOCKET: '/run/clamd' }, ['/run/clamd']],
    ['a provider', provider, ['id.example:443']],
    [
      'its further hosts',
      { ...provider, OIDC_HOSTS: 'Keys.example, [2001:db8::1]:8443' },
      ['id.example:443', 'keys.example:443', '2001:db8::1:8443'],
    ],
    ['a bank', { RATES_URL: 'https://bank.example/daily.xml' }, ['bank.example:443']],
    [
      'a translator',
      { TRANSLATOR: 'libretranslate', TRANSLATOR_URL: 'http://127.0.0.1:5000' },
      ['127.0.0.1:5000'],
    ],
    ['DeepL', { TRANSLATOR: 'deepl', TRANSLATOR_KEY: 'k' }, ['api.deepl.com:443']],
    ['its free one', { TRANSLATOR: 'deepl', TRANSLATOR_KEY: 'k:fx' }, ['api-free.deepl.com:443']],
    ['a collector', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://[::1]:4318' }, ['::1:4318']],
  ])('has %s when it is chosen', (_what, settings, addresses) => {
    expect(besides(settings)).toEqual(addresses);
  });

  it('has nobody who is named and not chosen', () => {
    expect(
      besides({
        SMS_WEBHOOK_URL: 'https://sms.example/x',
        TWILIO_API_BASE_URL: 'https://twilio.example',
        SMTP_HOST: 'mail.example',
        CLAMD_HOST: 'scanner',
        S3_ENDPOINT: 'https://store.example',
        PUBLIC_URL: 'https://clinics.example',
        SECURITY_CONTACT: 'https://contact.example',
      }),
    ).toEqual([]);
  });

  const keys = { S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
  const s3 = { STORAGE_PROVIDER: 's3', S3_BUCKET: 'files', S3_REGION: 'eu-central-1' };

  it('has the store that is named, or Amazon with each bucket', () => {
    expect(besides({ ...s3, ...keys, S3_ENDPOINT: 'https://store.example:7070' })).toEqual(
      ['store.example:7070'], // prettier-ignore
    );
    expect(besides({ ...s3, ...keys, ERASURE_LIST: 's3://left/list' })).toEqual([
      's3.eu-central-1.amazonaws.com:443',
      'files.s3.eu-central-1.amazonaws.com:443',
      'left.s3.eu-central-1.amazonaws.com:443',
    ]);
    expect(besides({ ...s3, ...keys, S3_REGION: 'cn-north-1' })).toContain(
      'files.s3.cn-north-1.amazonaws.com.cn:443',
    );
    expect(besides({ ...keys, ERASURE_LIST: '/mnt/left' })).toEqual([]);
  });

  it("has the cloud's own addresses only where the machine's role opens the store", () => {
    const metadata = '169.254.169.254:80';
    expect(besides(s3)).toContain(metadata);
    expect(besides(s3)).toContain('sts.eu-central-1.amazonaws.com:443');
    expect(besides({ ...s3, ...keys })).not.toContain(metadata);
    expect(of()).not.toContain(metadata);
  });
});
