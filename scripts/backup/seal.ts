import { Decrypter, Encrypter } from 'age-encryption';
import { pipeline, Readable, type Duplex } from 'node:stream';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';

type Bytes = AsyncIterable<Uint8Array>;

/** For whom a backup is encrypted: whoever makes it holds nothing that opens it. */
export type Seal = (plain: Bytes) => Bytes;
/** What opens it again. The first piece that comes out proves that the key fits. */
export type Unseal = (sealed: Bytes) => Bytes;

/** @param recipients of age, each of which can open it by itself. @throws when one is none */
export function sealFor(recipients: readonly string[]): Seal {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return async function* (plain) {
    const packed = through(plain, createGzip({ level: 5 }));
    yield* fromWeb(await encrypter.encrypt(toWeb(packed)));
  };
}

/** @param identities of age, any of which may be the right one. @throws when one is none */
export function unsealWith(identities: readonly string[]): Unseal {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return async function* (sealed) {
    yield* through(fromWeb(await decrypter.decrypt(toWeb(sealed))), createGunzip());
  };
}

/** The keys in an identity file: a line each, beside comments. */
export const identitiesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'));

/** One and the same to Node; the types of browsers, which the library has, do not know that. */
const toWeb = (source: Bytes) => NodeStream.from(source) as unknown as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) => stream as unknown as Bytes;

/** A fault of the source ends what comes out with it. */
function through(source: Bytes, change: Duplex): Bytes {
  pipeline(Readable.from(source, { objectMode: false }), change, () => undefined);
  return change;
}
