import pg from 'pg';
import type { Env } from '../../config/env';
import { smtpPortOf } from '../open-mailer';
import { translatorOrigin } from '../open-translator';
import { addressOf, addressOfUrl } from './address';
import { providerAddresses } from './provider-addresses';
import { storeAddresses } from './store-addresses';

/**
 * Everybody whom a process with these settings may dial: addresses of {@link addressOf}, and socket files. What the
 * settings do not choose is not on the list, whatever else they say of it.
 */
export const egressOf = (env: Env): string[] => [
  ...databaseAddresses(env),
  ...smsAddresses(env),
  ...mailAddresses(env),
  ...storeAddresses(env),
  ...scannerAddresses(env),
  ...providerAddresses(env),
  ...[env.RATES_URL, translatorOrigin(env), env.OTEL_EXPORTER_OTLP_ENDPOINT]
    .filter((url) => url !== undefined && url !== null)
    .map(addressOfUrl),
];

/** As the driver reads them, which is what it dials. */
const databaseAddresses = (env: Env): string[] =>
  [env.databaseUrl, env.databaseDirectUrl, env.databaseOwnerUrl, env.databaseReadUrl]
    .filter((url) => url !== null)
    .map((connectionString) => {
      const { host, port } = new pg.Client({ connectionString });
      return host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : addressOf(host, port);
    });

function smsAddresses({ SMS_PROVIDER, SMS_WEBHOOK_URL, TWILIO_API_BASE_URL }: Env): string[] {
  if (SMS_PROVIDER === 'outbox') return [];
  if (SMS_PROVIDER === 'webhook') return [addressOfUrl(SMS_WEBHOOK_URL!)];
  return [addressOfUrl(TWILIO_API_BASE_URL ?? 'https://api.twilio.com')];
}

const mailAddresses = (env: Env): string[] =>
  env.MAIL_PROVIDER === 'smtp' ? [addressOf(env.SMTP_HOST!, smtpPortOf(env))] : [];

function scannerAddresses({ SCANNER_PROVIDER, CLAMD_SOCKET, CLAMD_HOST, CLAMD_PORT }: Env) {
  if (SCANNER_PROVIDER === 'none') return [];
  return [CLAMD_SOCKET ?? addressOf(CLAMD_HOST!, CLAMD_PORT)];
}
