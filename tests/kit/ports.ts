import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Ports } from '#platform/ports/index';
import type { MailMessage } from '#platform/ports/mailer';
import { ProviderError, type SignInProvider } from '#platform/ports/sign-in-provider';
import type { SmsMessage } from '#platform/ports/sms';
import { isFileOnDisk, type Storage } from '#platform/ports/storage';
import type { Translator } from '#platform/ports/translator';

/** The network's edge, recorded: what was sent lies in `sent`, newest last. */
export interface FakePorts extends Ports {
  readonly sent: {
    readonly sms: SmsMessage[];
    readonly texts: SmsMessage[];
    readonly mail: MailMessage[];
  };
}

export function fakePorts(): FakePorts {
  const sent = { sms: [] as SmsMessage[], texts: [] as SmsMessage[], mail: [] as MailMessage[] };
  return {
    sent,
    sms: { send: async (message) => void sent.sms.push(message) },
    texts: { send: async (message) => void sent.texts.push(message) },
    mailer: {
      send: async (message) => void sent.mail.push(message),
      close: async () => undefined,
    },
    storage: memoryStorage(),
    scanner: { configured: false, scan: () => Promise.reject(new Error('no scanner')) },
    signInProvider: null,
    rateSource: null,
    translator: null,
  };
}

/** Settings of a process whose staff sign in with {@link vouchingProvider}. */
export const vouchingEnv = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'of-the-provider',
  OIDC_ADMIN_GROUPS: 'admins',
  OIDC_REVIEWER_GROUPS: 'reviewers',
};

/** Vouches for whom the code names: `ann:admins,others` is the subject `ann` in two groups. */
export const vouchingProvider: SignInProvider = {
  issuer: vouchingEnv.OIDC_ISSUER,
  begin: async ({ state }) => `${vouchingEnv.OIDC_ISSUER}/?state=${state}`,
  finish: async (_secrets, { code = '' }) => {
    const [subject = '', groups] = code.split(':');
    if (!/^[\w-]{1,255}$/.test(subject)) throw new ProviderError('refused', 'sub');
    return { issuer: vouchingEnv.OIDC_ISSUER, subject, groups: groups?.split(',') ?? [] };
  },
};

/** Says which language it was asked for, and the text as it was. */
export const repeatingTranslator: Translator = {
  name: 'libretranslate',
  translate: async (text, to) => ({ text: `${to}: ${text}`, from: null }),
};

/** A store that lives as long as the test. */
export function memoryStorage(): Storage {
  const objects = new Map<string, { body: Buffer; modifiedAt: Date }>();
  return {
    async put(key, body) {
      if (objects.has(key)) throw new Error(`there is an object ${key}`);
      const bytes = isFileOnDisk(body)
        ? await readFile(body.path)
        : Buffer.isBuffer(body)
          ? body
          : await buffer(body);
      objects.set(key, { body: bytes, modifiedAt: new Date() });
      return { bytes: bytes.length };
    },
    async get(key) {
      const found = objects.get(key);
      return found ? { body: Readable.from([found.body]), bytes: found.body.length } : null;
    },
    async remove(key) {
      objects.delete(key);
    },
    async *list(prefix) {
      for (const [key, { modifiedAt }] of objects) {
        if (key.startsWith(prefix)) yield { key, modifiedAt };
      }
    },
    async check() {},
  };
}
