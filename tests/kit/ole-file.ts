const sector = 512;
const endOfChain = 0xfffffffe;
const free = 0xffffffff;

interface Stream {
  readonly name: string;
  readonly data?: Buffer;
}

/** A compound file (MS-CFB, version 3) with these streams at its root, each at least one sector long. */
export function oleFile(streams: readonly Stream[]): Buffer {
  const bodies = streams.map(({ data = Buffer.alloc(4_096) }) => padded(data));
  const directory = padded(
    Buffer.concat([
      entry('Root Entry', 5, endOfChain, 0),
      ...streams.map(({ name }, n) => entry(name, 2, firstOf(n), bodies[n]!.length)),
    ]),
  );
  // Sector 0 is the allocation table, the directory follows, then the streams.
  const runs = [directory, ...bodies].map((body) => body.length / sector);
  const table = Buffer.alloc(sector, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  let at = 1;
  for (const length of runs)
    for (let n = 0; n < length; n += 1, at += 1)
      table.writeUInt32LE(n === length - 1 ? endOfChain : at + 1, at * 4);
  return Buffer.concat([fileHeader(), table, directory, ...bodies]);

  function firstOf(n: number): number {
    const directorySectors = Math.ceil(((streams.length + 1) * 128) / sector);
    const before = bodies.slice(0, n).reduce((sum, body) => sum + body.length / sector, 0);
    return 1 + directorySectors + before;
  }
}

const padded = (data: Buffer): Buffer =>
  Buffer.concat([data, Buffer.alloc((sector - (data.length % sector)) % sector)]);

function entry(name: string, type: number, first: number, bytes: number): Buffer {
  const target = Buffer.alloc(128);
  target.write(name, 'utf16le');
  target.writeUInt16LE((name.length + 1) * 2, 64);
  target.writeUInt8(type, 66);
  for (const at of [68, 72, 76]) target.writeUInt32LE(free, at);
  target.writeUInt32LE(first, 116);
  target.writeUInt32LE(bytes, 120);
  return target;
}

function fileHeader(): Buffer {
  const target = Buffer.alloc(sector);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(target);
  target.writeUInt16LE(0x3e, 24);
  target.writeUInt16LE(3, 26);
  target.writeUInt16LE(0xfffe, 28);
  target.writeUInt16LE(9, 30);
  target.writeUInt16LE(6, 32);
  target.writeUInt32LE(1, 44);
  target.writeUInt32LE(1, 48);
  target.writeUInt32LE(4_096, 56);
  target.writeUInt32LE(endOfChain, 60);
  target.writeUInt32LE(endOfChain, 68);
  target.fill(0xff, 76);
  target.writeUInt32LE(0, 76);
  return target;
}
