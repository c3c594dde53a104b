/**
 * `node ops/containers/make-settings.mjs --host clinics.example [--to <folder>]`: makes, once, the settings and secrets
 * that compose.yaml reads. Needs openssl. What only the operator knows (text messages, mail) is left to be filled in.
 */
import { execFileSync } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const services = ['pooler', 'database', 'store'];
const secret = () => randomBytes(32).toString('base64url');

/** @param {string[]} words */
function wordsOf(words) {
  const given = new Map();
  for (let i = 0; i < words.length; i += 2) given.set(words[i], words[i + 1]);
  const host = given.get('--host');
  const isHost = /^[a-z0-9.-]+(:\d+)?$/.test(host ?? '');
  if (!isHost || [...given.keys()].some((word) => !['--host', '--to'].includes(word))) return null;
  return { host, folder: path.resolve(given.get('--to') ?? path.join(here, 'settings')) };
}

/**
 * `.env.example` with what follows from compose.yaml, and secrets of its own.
 * @param {string} host @param {string} password
 */
export function productSettings(host, password) {
  const push = pushPair();
  const values = {
    HOST: '0.0.0.0',
    PORT: '3000',
    OPS_PORT: '9464',
    WORKER_OPS_PORT: '9465',
    DATA_DIR: '/data',
    PUBLIC_URL: `https://${host}`,
    TRUST_PROXY: '1',
    DATABASE_URL: `postgres://clinic:${password}@pooler:6432/clinic?sslmode=verify-full`,
    DATABASE_DIRECT_URL: `postgres://clinic:${password}@database:5432/clinic?sslmode=verify-full`,
    OTP_HMAC_KEYS: secret(),
    OTP_CIPHER_KEYS: secret(),
    STAFF_CIPHER_KEYS: secret(),
    COURIER_CIPHER_KEYS: secret(),
    PUSH_PUBLIC_KEY: push.publicKey,
    STORAGE_PROVIDER: 's3',
    S3_BUCKET: 'clinic-files',
    S3_REGION: 'us-east-1',
    S3_ENDPOINT: 'https://store:7070',
    S3_ACCESS_KEY_ID: 'clinic',
    S3_SECRET_ACCESS_KEY: secret(),
    SCANNER_PROVIDER: 'clamd',
    CLAMD_HOST: 'scanner',
  };
  const example = fs.readFileSync(path.join(here, '../../.env.example'), 'utf8');
  const text = Object.entries(values).reduce((lines, [name, value]) => {
    const line = new RegExp(`^${name}=.*$`, 'm');
    if (!line.test(lines)) throw new Error(`.env.example has no ${name}`);
    return lines.replace(line, `${name}=${value}`);
  }, example);
  return { text, values, push };
}

/** By which push services know the installation; the private half is the courier's alone. */
function pushPair() {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  return { publicKey, privateKey: pair.getPrivateKey().toString('base64url').padStart(43, 'A') };
}

/** @param {string} folder @param {string[]} words */
const openssl = (folder, ...words) =>
  execFileSync('openssl', words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });

/** An authority of this installation, which signs what its services show each other. @param {string} folder */
function makeAuthority(folder) {
  openssl(folder, 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '3650',
    '-subj', '/CN=Clinic internal authority', '-keyout', 'authority.key', '-out', 'authority.crt'); // prettier-ignore
}

/** @param {string} folder @param {string} name of the file @param {string} host whom it is for */
export function makeCertificate(folder, name, host) {
  openssl(folder, 'req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', `/CN=${host}`,
    '-addext', `subjectAltName=DNS:${host}`, '-keyout', `${name}.key`, '-out', `${name}.csr`); // prettier-ignore
  openssl(folder, 'x509', '-req', '-in', `${name}.csr`, '-CA', 'authority.crt', '-CAkey', 'authority.key',
    '-CAcreateserial', '-days', '3650', '-copy_extensions', 'copy', '-out', `${name}.crt`); // prettier-ignore
  fs.rmSync(path.join(folder, `${name}.csr`));
}

/** @param {string} host @param {string} folder which must not exist: its secrets are in use */
export function makeSettings(host, folder) {
  fs.mkdirSync(folder, { mode: 0o700 });
  const passwords = {
    clinic: secret(),
    clinic_owner: secret(),
    clinic_courier: secret(),
    replicator: secret(),
    pooler: secret(),
  };
  const { text, values, push } = productSettings(host, passwords.clinic);
  const owner = `postgres://clinic_owner:${passwords.clinic_owner}@database:5432/clinic?sslmode=verify-full`;
  /** @param {string} name @param {string[]} lines */
  const write = (name, ...lines) =>
    fs.writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`);
  write('product.env', text.trimEnd());
  const courier = owner.replace(
    `clinic_owner:${passwords.clinic_owner}`,
    `clinic_courier:${passwords.clinic_courier}`,
  );
  write('prepare.env', `DATABASE_OWNER_URL=${owner}`, `COURIER_DATABASE_URL=${courier}`);
  write(
    'courier.env',
    'HOST=0.0.0.0',
    'COURIER_OPS_PORT=9466',
    `COURIER_DATABASE_URL=${courier}`,
    `COURIER_CIPHER_KEYS=${values.COURIER_CIPHER_KEYS}`,
    `PUSH_PRIVATE_KEY=${push.privateKey}`,
    `PUSH_CONTACT=${values.PUBLIC_URL}`,
  );
  write(
    'store.env',
    `ROOT_ACCESS_KEY=${values.S3_ACCESS_KEY_ID}`,
    `ROOT_SECRET_KEY=${values.S3_SECRET_ACCESS_KEY}`,
  );
  write('pooler-users.txt', `"clinic" "${passwords.clinic}"`, `"pooler" "${passwords.pooler}"`);
  write('database-roles.sql',
    `create role clinic_owner login password '${passwords.clinic_owner}';`,
    `create role clinic login password '${passwords.clinic}';`,
    `create role clinic_courier login password '${passwords.clinic_courier}';`,
    `create role replicator login replication password '${passwords.replicator}';`); // prettier-ignore
  makeAuthority(folder);
  for (const name of services) makeCertificate(folder, name, name);
  const [name = ''] = host.split(':');
  makeCertificate(folder, 'proxy', name);
  write(
    'proxy.pem',
    ...['proxy.crt', 'proxy.key'].map((part) =>
      fs.readFileSync(path.join(folder, part), 'utf8').trimEnd(),
    ),
  );
  // The folder is closed to others; inside of containers each file is read by another user.
  for (const file of fs.readdirSync(folder))
    fs.chmodSync(path.join(folder, file), file === 'authority.key' ? 0o600 : 0o644);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = wordsOf(process.argv.slice(2));
  const line = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);
  if (!words) {
    line(
      'Usage: node ops/containers/make-settings.mjs --host <name that people open> [--to <folder>]',
    );
    process.exit(1);
  }
  if (fs.existsSync(words.folder)) {
    line(
      `${words.folder} is there already; what runs uses its secrets. Remove it only together with the database.`,
    );
    process.exit(1);
  }
  makeSettings(words.host, words.folder);
  line(`Made ${words.folder}. Fill in product.env: text messages, mail, SECURITY_CONTACT.`);
  line('Put the certificate that browsers accept, with its chain and its key, into proxy.pem.');
}
