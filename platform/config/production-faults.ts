import { isGuardedConnection } from './guarded-connection';

/** A fault of one setting: its name and what is wrong with it, never its value. */
export type Fault = readonly [setting: string, words: string];

const webAddresses = [
  'PUBLIC_URL',
  'S3_ENDPOINT',
  'SMS_WEBHOOK_URL',
  'TWILIO_API_BASE_URL',
  'RATES_URL',
  'TRANSLATOR_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
] as const;

/** Addresses that our processes or our visitors speak to. */
type WebAddresses = Partial<Record<(typeof webAddresses)[number], string>>;

/** Lists of keys, and the secrets that are no list. */
interface Secrets {
  readonly OTP_HMAC_KEYS?: readonly string[];
  readonly OTP_CIPHER_KEYS?: readonly string[];
  readonly STAFF_CIPHER_KEYS?: readonly string[];
  readonly COURIER_CIPHER_KEYS?: readonly string[];
  readonly AUDIT_ANCHOR_KEYS?: readonly string[];
  readonly PUSH_PRIVATE_KEY?: string;
  readonly SMS_WEBHOOK_SECRET?: string;
}

type Databases = Partial<
  Record<'DATABASE_URL' | 'COURIER_DATABASE_URL' | (typeof furtherDatabases)[number], string>
>;

export type ProductionSettings = WebAddresses & Secrets & Databases;

/** Whether a host name is this machine's own. */
export const isThisMachine = (host = ''): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/.test(host);

/** What a demo may do and a production with real people may not; every fault at once. */
export const productionFaults = (settings: ProductionSettings): Fault[] => [
  ...addressFaults(settings),
  ...secretFaults(settings),
  ...databaseFaults(settings),
];

const urlOf = (text = ''): URL | null => (URL.canParse(text) ? new URL(text) : null);

function addressFaults(settings: WebAddresses): Fault[] {
  const faults: Fault[] = [];
  for (const name of webAddresses) {
    const url = urlOf(settings[name]);
    if (!url) continue;
    if (url.protocol !== 'https:' && !isThisMachine(url.hostname))
      faults.push([name, 'must begin with https://']);
    if (url.username || url.password) faults.push([name, 'must hold no user or password']);
  }
  const own = urlOf(settings.PUBLIC_URL);
  if (own && `${own.pathname}${own.search}${own.hash}` !== '/')
    faults.push(['PUBLIC_URL', 'must end after its host or port']);
  return faults;
}

function secretFaults(settings: Secrets): Fault[] {
  const faults: Fault[] = [];
  const owners = new Map<string, string>();
  const named = {
    OTP_HMAC_KEYS: settings.OTP_HMAC_KEYS ?? [],
    OTP_CIPHER_KEYS: settings.OTP_CIPHER_KEYS ?? [],
    STAFF_CIPHER_KEYS: settings.STAFF_CIPHER_KEYS ?? [],
    COURIER_CIPHER_KEYS: settings.COURIER_CIPHER_KEYS ?? [],
    AUDIT_ANCHOR_KEYS: settings.AUDIT_ANCHOR_KEYS ?? [],
    PUSH_PRIVATE_KEY: settings.PUSH_PRIVATE_KEY ? [settings.PUSH_PRIVATE_KEY] : [],
    SMS_WEBHOOK_SECRET: settings.SMS_WEBHOOK_SECRET ? [settings.SMS_WEBHOOK_SECRET] : [],
  };
  for (const [name, keys] of Object.entries(named))
    for (const key of keys) {
      const weak = weaknessOf(key);
      if (weak) faults.push([name, weak]);
      const owner = owners.get(key);
      if (owner === name) faults.push([name, 'holds one key twice']);
      else if (owner) faults.push([name, `must differ from ${owner}`]);
      else owners.set(key, name);
    }
  return faults;
}

const leastLength = 32;
/** Of 32 random characters of hex there are more than 80 by this measure, of a sentence rarely. */
const leastBits = 80;
/** Of 32 random characters of hex fewer are seen once in a hundred million times. */
const leastDistinct = 8;
// Long enough that chance does not write them into a key.
const sampleWords =
  /change|replace.?me|example|sample|secret|password|passwort|default|placeholder|dummy|12345678|abcdefg|qwerty/i;

/** Why a secret could be guessed, in words; null when nothing speaks against it. */
export function weaknessOf(secret: string): string | null {
  if (Buffer.byteLength(secret) < leastLength)
    return `must have at least ${leastLength} characters`;
  if (sampleWords.test(secret)) return 'is a sample value';
  const random =
    new Set(secret).size >= leastDistinct &&
    bitsOf(secret) >= leastBits &&
    !repeats(secret) &&
    !climbs(secret);
  return random ? null : 'is not random enough; make one with: openssl rand -base64 32';
}

/** Shannon's measure of the characters as they are spread in this text. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length);
  return bits;
}

/** A short text over and over again. */
const repeats = (text: string): boolean =>
  Array.from({ length: Math.floor(text.length / 2) }, (_, i) => i + 1).some((period) =>
    text.startsWith(text.slice(period)),
  );

/** The alphabet, the digits, or either backwards: most characters are next to the one before. */
function climbs(text: string): boolean {
  let next = 0;
  for (let i = 1; i < text.length; i += 1)
    if (Math.abs(text.charCodeAt(i) - text.charCodeAt(i - 1)) <= 1) next += 1;
  return next > (text.length * 3) / 4;
}

/** Addresses of the database besides DATABASE_URL, each of which may be another server. */
export const furtherDatabases = [
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_READ_URL',
] as const;

/** Without a word on encryption the log warns; who switched it off by name is warned before anything starts. */
const databaseFaults = (settings: Databases): Fault[] =>
  (['DATABASE_URL', ...furtherDatabases, 'COURIER_DATABASE_URL'] as const).flatMap((name) => {
    const words = settings[name] && databaseFault(settings[name]);
    return words ? [[name, words] as const] : [];
  });

function databaseFault(address: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(address)) return 'must begin with postgres://';
  if (!URL.canParse(address.replace('@/', '@localhost/'))) return 'is no address';
  const inTheClear = /[?&]sslmode=(disable|allow|prefer|no-verify)(&|$)/.test(address);
  return inTheClear && !isGuardedConnection(address)
    ? 'must end in ?sslmode=verify-full for a server on another machine'
    : null;
}
