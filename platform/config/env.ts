import { z } from 'zod';
import { readSender } from './mail-sender';
import { publicPointOf } from './push-keys';
import { faultOfPlace } from './places/address';
import { furtherDatabases, isThisMachine, productionFaults, type Fault } from './production-faults';

/**
 * All settings of the processes, read once. The mode follows from which database is named
 * (`docs/decisions/0001`), never from NODE_ENV:
 * DATABASE_URL → production; TEST_DATABASE_URL (test runner) → test; DEMO_DATABASE_URL (the
 * supervisor's own Postgres) → demo.
 */
export type Mode = 'demo' | 'test' | 'production';

const secret = z
  .string()
  .min(32, 'must have at least 32 characters')
  .refine((s) => !/^(change|example|secret|sample)/i.test(s), 'is a sample value');

/** A list of secrets, newest first: the first signs, all verify, so that they can be rotated. */
const secrets = z
  .string()
  .transform((s) => s.split(',').map((part) => part.trim()))
  .pipe(z.array(secret).min(1));

/** `name@host`, or `Name <name@host>`. */
const mailSender = z.string().transform((text, issues) => {
  const sender = readSender(text);
  if (sender) return sender;
  issues.addIssue({ code: 'custom', message: 'must be an address, or a name and <an address>' });
  return z.NEVER;
});

/** A header of its own: none that a mail has anyway, which would be sent twice or say something else. */
const ownHeader = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{0,75}$/, 'must be the name of a header')
  .refine(
    (name) =>
      !/^(from|to|b?cc|sender|reply-to|subject|date|message-id|in-reply-to|references|mime-version|auto-submitted|(content|list|resent|dkim|arc)-.*|received|return-path)$/i.test(
        name,
      ),
    'must be a header that mails do not have anyway',
  );

/** What a browser or a client of ours can open; nothing that a link could run. */
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address that begins with https://',
});

/** Where weaknesses are reported: an e-mail address or a page. */
const contact = z
  .string()
  .regex(/^(https:\/\/\S+|[^\s@:]+@[^\s@:]+)$/, 'must be an e-mail address or begin with https://');

/** Whom backups are encrypted for; what opens them is nowhere in the settings. */
const recipients = z
  .string()
  .transform((s) => s.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().regex(/^age1[0-9a-z]+$/, 'must be recipients that begin with age1')));

/** Names separated by commas. */
const list = z
  .string()
  .transform((s) => s.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().min(1, 'must have no empty name')));

/** The names of hosts, each perhaps with a port. */
const hosts = list.pipe(
  z.array(
    z
      .string()
      .regex(
        /^([a-z0-9][a-z0-9.-]*|\[[0-9a-f:]+\])(:\d{1,5})?$/i,
        'must be hosts such as keys.example or keys.example:8443',
      ),
  ),
);

/** As tokens name it, to the letter; what a request would be sent in the clear, or two servers could claim, is refused. */
const issuer = webAddress.superRefine((address, issues) => {
  if (!URL.canParse(address)) return;
  const url = new URL(address);
  const refuse = (message: string) => issues.addIssue({ code: 'custom', message });
  if (url.protocol !== 'https:' && !isThisMachine(url.hostname)) refuse('must begin with https://');
  if (url.username || url.password) refuse('must hold no user or password');
  if (/[?#]/.test(address)) refuse('must end after its path');
});

const scopes = z
  .string()
  .regex(
    /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/,
    'must be scopes with one space between',
  )
  .refine((text) => text.split(' ').includes('openid'), 'must name openid');

/** A key of P-256 in base64url: the public one is a point, the private one a number. */
const publicKey = z
  .string()
  .regex(/^B[A-Za-z0-9_-]{86}$/, 'must be a public key of P-256 in base64url, 87 characters');
const privateKey = z
  .string()
  .refine(
    (key) => publicPointOf(key) !== null,
    'must be a private key of P-256 in base64url, 43 characters',
  );

const place = z.string().superRefine((address, issues) => {
  const message = faultOfPlace(address);
  if (message) issues.addIssue({ code: 'custom', message });
});

const common = {
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  OPS_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  WORKER_OPS_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  COURIER_OPS_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  DATA_DIR: z.string().default('.data'),
  PUBLIC_URL: webAddress.optional(),
  SECURITY_CONTACT: contact.optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(10),
  DATABASE_PREPARED_STATEMENTS: z.enum(['on', 'off']).default('on'),
  OTP_HMAC_KEYS: secrets,
  OTP_CIPHER_KEYS: secrets,
  STAFF_CIPHER_KEYS: secrets,
  COURIER_CIPHER_KEYS: secrets.optional(),
  PUSH_PUBLIC_KEY: publicKey.optional(),
  PUSH_PRIVATE_KEY: privateKey.optional(),
  PUSH_CONTACT: contact.optional(),
  AUDIT_ANCHOR_KEYS: secrets.optional(),
  SMS_PROVIDER: z.enum(['outbox', 'twilio', 'webhook']).default('outbox'),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_API_BASE_URL: webAddress.optional(),
  SMS_WEBHOOK_URL: webAddress.optional(),
  SMS_WEBHOOK_SECRET: z.string().optional(),
  MAIL_PROVIDER: z.enum(['outbox', 'smtp']).default('outbox'),
  MAIL_FROM: mailSender.optional(),
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  SMTP_SECURITY: z.enum(['starttls', 'tls', 'none']).default('starttls'),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  SMTP_IDEMPOTENCY_HEADER: ownHeader.optional(),
  STORAGE_PROVIDER: z.enum(['disk', 's3']).default('disk'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_RECIPIENTS: recipients.optional(),
  ERASURE_LIST: place.optional(),
  SCANNER_PROVIDER: z.enum(['none', 'clamd']).default('none'),
  CLAMD_HOST: z.string().optional(),
  CLAMD_PORT: z.coerce.number().int().min(1).max(65535).default(3310),
  CLAMD_SOCKET: z.string().optional(),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_HOSTS: hosts.optional(),
  OIDC_SCOPE: scopes.default('openid'),
  OIDC_GROUPS_CLAIM: z.string().max(200).default('groups'),
  OIDC_ADMIN_GROUPS: list.optional(),
  OIDC_REVIEWER_GROUPS: list.optional(),
  RATES_URL: webAddress.optional(),
  TRANSLATOR: z.enum(['libretranslate', 'deepl']).optional(),
  TRANSLATOR_URL: webAddress.optional(),
  TRANSLATOR_KEY: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
} as const;

const databases = {
  DATABASE_URL: z.string().optional(),
  DATABASE_DIRECT_URL: z.string().optional(),
  DATABASE_OWNER_URL: z.string().optional(),
  DATABASE_READ_URL: z.string().optional(),
  COURIER_DATABASE_URL: z.string().optional(),
  TEST_DATABASE_URL: z.string().optional(),
  DEMO_DATABASE_URL: z.string().optional(),
} as const;

const schema = z.object({ ...databases, ...common });

/**
 * Every setting there is; a test holds that `.env.example` explains them.
 *
 * @internal
 */
export const settingNames: readonly string[] = Object.keys(schema.shape);

type Parsed = z.infer<typeof schema>;

/** Where the database is reached, by what a connection must be able to do (`docs/decisions/0023`). */
interface DatabaseAddresses {
  /** Statements and transactions: a transaction pooler's, where {@link throughPooler} says so. */
  readonly databaseUrl: string;
  /** A session that stays: LISTEN, session locks, the queue, the slow pool. */
  readonly databaseDirectUrl: string;
  /** As whoever may change the schema; for preparing the database only. */
  readonly databaseOwnerUrl: string;
  /** As the role of the courier; null where none is started. */
  readonly databaseCourierUrl: string | null;
  /** For lists that may be a moment old; null where there is no copy of the database. */
  readonly databaseReadUrl: string | null;
  /** Whether `databaseUrl` and `databaseReadUrl` may change sessions between transactions. */
  readonly throughPooler: boolean;
}

export interface Env
  extends Omit<Parsed, keyof typeof databases | 'PUBLIC_URL'>, DatabaseAddresses {
  readonly mode: Mode;
  /** Where links of ours begin; no trailing slash. */
  readonly PUBLIC_URL: string;
  /** Origins that count as our own. */
  readonly origins: readonly string[];
  readonly secureCookies: boolean;
}

/** Every fault of the settings at once, one clear line each; never a value. */
export class EnvError extends Error {
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
    this.name = 'EnvError';
  }
}

/** Naming an address for sessions that stay says that the other one gives none. */
const addressesOf = (source: Parsed, databaseUrl: string): DatabaseAddresses => {
  const direct = source.DATABASE_DIRECT_URL ?? databaseUrl;
  return {
    databaseUrl,
    databaseDirectUrl: direct,
    databaseOwnerUrl: source.DATABASE_OWNER_URL ?? direct,
    databaseReadUrl: source.DATABASE_READ_URL ?? null,
    databaseCourierUrl: source.COURIER_DATABASE_URL ?? null,
    throughPooler: source.DATABASE_DIRECT_URL !== undefined,
  };
};

function modeOf(source: Parsed): { mode: Mode; databaseUrl: string | undefined } {
  if (source.DATABASE_URL) return { mode: 'production', databaseUrl: source.DATABASE_URL };
  if (source.TEST_DATABASE_URL) return { mode: 'test', databaseUrl: source.TEST_DATABASE_URL };
  return { mode: 'demo', databaseUrl: source.DEMO_DATABASE_URL };
}

const needs: Array<[(env: Parsed) => boolean, Array<keyof Parsed>]> = [
  [
    (env) => env.SMS_PROVIDER === 'twilio',
    ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ],
  [(env) => env.SMS_PROVIDER === 'webhook', ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET']],
  [(env) => env.MAIL_PROVIDER === 'smtp', ['SMTP_HOST', 'MAIL_FROM']],
  [(env) => Boolean(env.PUSH_PUBLIC_KEY), ['COURIER_CIPHER_KEYS']],
  [(env) => Boolean(env.PUSH_PRIVATE_KEY), ['PUSH_PUBLIC_KEY', 'PUSH_CONTACT']],
  [(env) => Boolean(env.SMTP_USER), ['SMTP_PASSWORD']],
  [(env) => env.TRANSLATOR === 'libretranslate', ['TRANSLATOR_URL']],
  [(env) => env.TRANSLATOR === 'deepl', ['TRANSLATOR_KEY']],
  [(env) => env.STORAGE_PROVIDER === 's3', ['S3_BUCKET', 'S3_REGION']],
  [(env) => env.SCANNER_PROVIDER === 'clamd' && !env.CLAMD_SOCKET, ['CLAMD_HOST']],
  [
    (env) => Boolean(env.OIDC_ISSUER),
    ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ADMIN_GROUPS'],
  ],
];

const ofProvider = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_HOSTS',
  'OIDC_ADMIN_GROUPS',
  'OIDC_REVIEWER_GROUPS',
] as const;

/** What is said of a provider whose address is not, and of a group that would have two roles. */
function providerFaults(env: Parsed): Fault[] {
  const alone = env.OIDC_ISSUER ? [] : ofProvider.filter((name) => env[name] !== undefined);
  const admins = new Set(env.OIDC_ADMIN_GROUPS);
  const twice = (env.OIDC_REVIEWER_GROUPS ?? []).some((group) => admins.has(group));
  return [
    ...alone.map((name) => [name, 'needs an OIDC_ISSUER beside it'] as const),
    ...(twice ? [['OIDC_REVIEWER_GROUPS', 'names a group of OIDC_ADMIN_GROUPS'] as const] : []),
  ];
}

function faultsOf(env: Parsed, mode: Mode): Fault[] {
  const faults: Fault[] = [];
  for (const [applies, keys] of needs) {
    if (applies(env)) for (const key of keys) if (!env[key]) faults.push([key, 'is required']);
  }
  faults.push(...providerFaults(env));
  for (const name of ['TRANSLATOR_URL', 'TRANSLATOR_KEY'] as const)
    if (env[name] && !env.TRANSLATOR) faults.push([name, 'needs a TRANSLATOR beside it']);
  const { PUSH_PUBLIC_KEY: known, PUSH_PRIVATE_KEY: own } = env;
  if (known && own && publicPointOf(own) !== known)
    faults.push(['PUSH_PUBLIC_KEY', 'does not belong to PUSH_PRIVATE_KEY']);
  if (mode === 'demo')
    for (const name of furtherDatabases)
      if (env[name]) faults.push([name, 'needs a DATABASE_URL beside it']);
  if (mode !== 'production') return faults;
  if (!env.PUBLIC_URL) faults.push(['PUBLIC_URL', 'is required']);
  if (env.SMS_PROVIDER === 'outbox')
    faults.push(['SMS_PROVIDER', 'must be twilio or webhook in production']);
  if (env.MAIL_PROVIDER === 'outbox') faults.push(['MAIL_PROVIDER', 'must be smtp in production']);
  if (env.SMTP_SECURITY === 'none' && !isThisMachine(env.SMTP_HOST))
    faults.push(['SMTP_SECURITY', 'may be none for a server on this machine only']);
  return [...faults, ...productionFaults(env)];
}

function originsOf(publicUrl: string, mode: Mode): string[] {
  const url = new URL(publicUrl);
  const origins = [url.origin];
  // People type either name for the same machine; production has exactly one origin.
  if (mode !== 'production' && url.hostname === 'localhost')
    origins.push(url.origin.replace('localhost', '127.0.0.1'));
  return origins;
}

/** Each setting by itself, so that a malformed one hides no fault that follows from the others. */
function parseEach(
  present: Record<string, string | undefined>,
  names: ReadonlyArray<keyof typeof schema.shape> = Object.keys(schema.shape) as never,
): { settings: Parsed; faults: Fault[] } {
  const settings: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const key of names) {
    const type = schema.shape[key];
    const result = type.safeParse(present[key]);
    if (result.success) settings[key] = result.data;
    else if (present[key] === undefined) faults.push([key, 'is required']);
    else for (const { message } of result.error.issues) faults.push([key, message]);
  }
  return { settings: settings as Parsed, faults };
}

/** One line for each setting, whatever is wrong with it. */
function linesOf(faults: readonly Fault[]): string[] {
  const bySetting = new Map<string, Set<string>>();
  for (const [key, words] of faults)
    bySetting.set(key, (bySetting.get(key) ?? new Set()).add(words));
  return [...bySetting].map(([key, words]) => `${key} ${[...words].join(', ')}`);
}

/** Parses the settings or throws an {@link EnvError} that names every fault. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const { settings, faults: malformed } = parseEach(present);
  const rest = Object.fromEntries(
    Object.entries(settings).filter(([name]) => !(name in databases)),
  ) as Omit<Parsed, keyof typeof databases>;
  const { mode, databaseUrl } = modeOf(settings);
  const named = new Set(malformed.map(([key]) => key));
  const implied = faultsOf(settings, mode).filter(([key]) => !named.has(key));
  const faults = [...malformed, ...implied];
  if (!databaseUrl) faults.push(['DATABASE_URL', 'is required']);
  if (faults.length > 0 || !databaseUrl) throw new EnvError(linesOf(faults));
  const PUBLIC_URL = (rest.PUBLIC_URL ?? `http://localhost:${rest.PORT}`).replace(/\/+$/, '');
  return {
    ...rest,
    ...addressesOf(settings, databaseUrl),
    mode,
    PUBLIC_URL,
    origins: originsOf(PUBLIC_URL, mode),
    secureCookies: PUBLIC_URL.startsWith('https:'),
  };
}

/** What a courier is given, and nothing else. */
export const courierSettings = [
  ...(['COURIER_DATABASE_URL', 'COURIER_CIPHER_KEYS', 'COURIER_OPS_PORT'] as const),
  ...(['PUSH_PRIVATE_KEY', 'PUSH_CONTACT'] as const),
  ...(['HOST', 'LOG_LEVEL', 'DATABASE_PREPARED_STATEMENTS'] as const),
] as const;

/** What the courier knows: its own place in the database, the keys of what it signs with, and no other secret. */
export type CourierEnv = Omit<Pick<Parsed, (typeof courierSettings)[number]>, CourierNeeds> &
  Required<Pick<Parsed, CourierNeeds>>;
type CourierNeeds = 'COURIER_DATABASE_URL' | 'COURIER_CIPHER_KEYS';

/** As {@link parseEnv}, of the courier's settings; all others are not looked at. */
export function parseCourierEnv(source: Record<string, string | undefined>): CourierEnv {
  const present = Object.fromEntries(
    courierSettings.map((name) => [name, source[name] || undefined]),
  );
  const { settings, faults } = parseEach(present, courierSettings);
  const missing = (['COURIER_DATABASE_URL', 'COURIER_CIPHER_KEYS'] as const)
    .filter((name) => present[name] === undefined)
    .map((name) => [name, 'is required'] as const);
  const alone =
    settings.PUSH_PRIVATE_KEY && !settings.PUSH_CONTACT
      ? [['PUSH_CONTACT', 'is required'] as const]
      : [];
  const all = [...faults, ...missing, ...alone];
  if (all.length > 0) throw new EnvError(linesOf(all));
  return settings as CourierEnv;
}

/** The settings of this process, from its environment: the one place that reads it. */
export const readEnv = (): Env => parseEnv(process.env);

/** As {@link readEnv}, in the courier. */
export const readCourierEnv = (): CourierEnv => parseCourierEnv(process.env);
