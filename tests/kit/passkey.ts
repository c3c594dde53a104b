import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { RegisteredPasskey, ShownPasskey } from '#contracts/identity';

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

/** The few kinds of CBOR (RFC 8949) that an authenticator writes. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, n: number): Buffer =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const uint32 = (n: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
};

interface Asked {
  readonly challenge?: unknown;
}

/** What goes wrong on purpose. */
interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  /** The person was there but not verified. */
  readonly unverified?: boolean;
  readonly counter?: number;
}

/** An authenticator in software: one ES256 passkey that answers as a browser would send it. */
export class SoftPasskey {
  readonly id = randomBytes(32);
  private readonly key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync(
    'ec',
    {
      namedCurve: 'P-256',
    },
  );
  private counter = 0;

  constructor(private readonly origin: string) {}

  private clientData(type: string, { challenge }: Asked, { origin }: Faults): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? this.origin }));
  }

  private authData(faults: Faults, credential?: Buffer): Buffer {
    const host = faults.rpId ?? new URL(this.origin).hostname;
    const flags = 0x01 | (faults.unverified ? 0 : 0x04) | (credential ? 0x40 : 0);
    this.counter = faults.counter ?? this.counter + 1;
    const parts = [sha256(host), Buffer.from([flags]), uint32(this.counter)];
    return Buffer.concat(credential ? [...parts, credential] : parts);
  }

  private get base() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  create(options: Asked, faults: Faults = {}): RegisteredPasskey {
    const { x, y } = this.key.publicKey.export({ format: 'jwk' });
    const cose = new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]);
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(cose)]);
    const attestation = new Map<Cbor, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.authData(faults, credential)],
    ]);
    return {
      ...this.base,
      response: {
        clientDataJSON: this.clientData('webauthn.create', options, faults).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  get(options: Asked, faults: Faults = {}): ShownPasskey {
    const clientData = this.clientData('webauthn.get', options, faults);
    const authData = this.authData(faults);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return {
      ...this.base,
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.key.privateKey).toString('base64url'),
      },
    };
  }
}
