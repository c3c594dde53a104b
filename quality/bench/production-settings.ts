import { randomBytes } from 'node:crypto';

const secret = () => randomBytes(32).toString('base64url');

/** Settings of a production on this machine, behind one proxy. */
export const productionSettings = (made: { dataDir: string; port: number; mailPort: number }) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production' as const,
  DATA_DIR: made.dataDir,
  PORT: String(made.port),
  PUBLIC_URL: `http://127.0.0.1:${made.port}`,
  TRUST_PROXY: '1',
  LOG_LEVEL: 'info',
  OTP_HMAC_KEYS: secret(),
  OTP_CIPHER_KEYS: secret(),
  STAFF_CIPHER_KEYS: secret(),
  SMS_PROVIDER: 'webhook',
  SMS_WEBHOOK_URL: 'http://127.0.0.1:9/',
  SMS_WEBHOOK_SECRET: secret(),
  MAIL_PROVIDER: 'smtp',
  MAIL_FROM: 'bench@bench.invalid',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(made.mailPort),
  SMTP_SECURITY: 'none',
});
