/** Why an answer was not read to its end. */
type Broken = 'unreachable' | 'too-large';

interface Bounds {
  /** What is longer is given up, and the connection with it. */
  readonly mostBytes: number;
  /** What the port throws for it. */
  readonly failure: (reason: Broken) => Error;
}

/** The bytes of a provider's answer, which may break off or not end. Throws what `failure` makes. */
export async function readBounded(
  body: ReadableStream<Uint8Array>,
  { mostBytes, failure }: Bounds,
): Promise<Buffer> {
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw failure('unreachable');
    });
    if (done) return Buffer.concat(parts);
    bytes += value.byteLength;
    if (bytes > mostBytes) {
      await reader.cancel().catch(() => undefined);
      throw failure('too-large');
    }
    parts.push(value);
  }
}
