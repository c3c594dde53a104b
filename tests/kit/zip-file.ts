import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly data?: Buffer | string;
  /** Claimed instead of the true length. */
  readonly claimedSize?: number;
  readonly encrypted?: boolean;
  /** Shares the bytes of the first entry instead of having its own. */
  readonly overlapping?: boolean;
}

/** A ZIP file made by hand, so that it can hold what no honest tool would write. */
export function zipFile(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data ?? '');
    const packed = deflateRawSync(data, { level: 9 });
    const facts = { name: Buffer.from(entry.name), data, packed, entry };
    const offset = entry.overlapping ? 0 : at;
    if (!entry.overlapping) {
      const body = Buffer.concat([header(facts), facts.name, packed]);
      bodies.push(body);
      at += body.length;
    }
    directory.push(Buffer.concat([listing(facts, offset), facts.name]));
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, listed, end]);
}

interface Facts {
  readonly name: Buffer;
  readonly data: Buffer;
  readonly packed: Buffer;
  readonly entry: ZipEntry;
}

function common(target: Buffer, at: number, { name, data, packed, entry }: Facts): void {
  target.writeUInt16LE(20, at);
  target.writeUInt16LE(0x0800 | (entry.encrypted ? 1 : 0), at + 2);
  target.writeUInt16LE(8, at + 4);
  target.writeUInt32LE(crc32(data), at + 10);
  target.writeUInt32LE(packed.length, at + 14);
  target.writeUInt32LE(entry.claimedSize ?? data.length, at + 18);
  target.writeUInt16LE(name.length, at + 22);
}

function header(facts: Facts): Buffer {
  const target = Buffer.alloc(30);
  target.writeUInt32LE(0x04034b50, 0);
  common(target, 4, facts);
  return target;
}

function listing(facts: Facts, offset: number): Buffer {
  const target = Buffer.alloc(46);
  target.writeUInt32LE(0x02014b50, 0);
  target.writeUInt16LE(20, 4);
  common(target, 6, facts);
  target.writeUInt32LE(offset, 42);
  return target;
}
