import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { milliseconds, seconds } from '../../base/duration';
import { fakeClamd, type FakeClamd } from '../../../tests/kit/fake-clamd';
import { hasClamd, realClamd, type RealClamd } from '../../../tests/kit/real-clamd';
import { clamdScanner } from './clamd.server';

const eicar = Buffer.from(
  ['X5O!P%@AP[4', 'PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('\\'),
);
/** For a daemon that answers: also where the machine is busy elsewhere. */
const patient = { silence: seconds(10), whole: seconds(20) };
/** For one that does not. */
const quick = { silence: milliseconds(300), whole: seconds(2) };

describe('a scan by the protocol', () => {
  let clamd: FakeClamd;
  beforeAll(async () => {
    clamd = await fakeClamd();
  });
  beforeEach(() => {
    clamd.mood = 'scan';
    clamd.limit = Infinity;
  });
  afterAll(() => clamd?.close());
  const scan = (body: Buffer | Readable, times = patient) => clamdScanner(clamd, times).scan(body);

  it('sends the whole file and believes the answer', async () => {
    const file = Buffer.alloc(200_001, 7);
    expect(await scan(file)).toBe('clean');
    expect(clamd.received.at(-1)!.equals(file)).toBe(true);
    expect(await scan(Readable.from([file, file]))).toBe('clean');
    expect(clamd.received.at(-1)!.length).toBe(400_002);
    expect(await scan(eicar)).toBe('infected');
  });

  it.each([
    ['stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND', 'unread'],
    ["stream: Can't allocate memory ERROR", 'unread'],
    ['stream: OK FOUND', 'infected'],
  ])('takes %j for %s', async (answer, verdict) => {
    clamd.mood = { answer };
    expect(await scan(Buffer.from('x'))).toBe(verdict);
  });

  it('never takes a file over the limit of the daemon for clean', async () => {
    clamd.limit = 100_000;
    const verdict = await scan(Buffer.alloc(3_000_000)).catch(() => 'no answer');
    expect(['unread', 'no answer']).toContain(verdict);
  });

  it.each(['silent', 'hang-up', 'garbage'] as const)(
    'fails when the daemon is %s',
    async (mood) => {
      clamd.mood = mood;
      await expect(scan(Buffer.alloc(500_000), quick)).rejects.toThrow(/clamd|ECONNRESET|EPIPE/);
    },
  );

  it.each(['', 'stream: ok', 'stream: OK or so', 'OK'])(
    'does not take %j for clean',
    async (answer) => {
      clamd.mood = { answer };
      await expect(scan(Buffer.from('x'))).rejects.toThrow('clamd speaks something else');
    },
  );

  it('fails when nobody listens, and when the file breaks off', async () => {
    const nobody = await fakeClamd();
    await nobody.close();
    await expect(clamdScanner(nobody, quick).scan(eicar)).rejects.toThrow();
    await expect(clamdScanner({ path: '/nowhere/clamd' }, quick).scan(eicar)).rejects.toThrow();
    const broken = new Readable({
      read() {
        this.destroy(new Error('the store is away'));
      },
    });
    await expect(scan(broken)).rejects.toThrow('the store is away');
  });

  it('fails after its whole time although the daemon keeps taking', async () => {
    const endless = Readable.from(
      (async function* () {
        for (let n = 0; n < 100; n += 1) {
          await new Promise((resolve) => setTimeout(resolve, 100));
          yield Buffer.from('x');
        }
      })(),
    );
    const short = { ...patient, whole: seconds(2) };
    await expect(scan(endless, short)).rejects.toThrow('too slow');
  });
});

describe.runIf(hasClamd())('a scan by ClamAV itself', () => {
  let clamd: RealClamd;
  beforeAll(async () => {
    clamd = await realClamd({ maxFileBytes: 5_000_000 });
  }, 60_000);
  afterAll(() => clamd?.close());
  const scan = (body: Buffer) => clamdScanner(clamd).scan(body);

  it('tells EICAR from a letter', async () => {
    expect(await scan(eicar)).toBe('infected');
    expect(await scan(Buffer.from('A letter.'))).toBe('clean');
  });

  it('calls nothing clean that is over its limits', async () => {
    expect(await scan(Buffer.alloc(6_000_000, 'a'))).toBe('unread');
    const over = await scan(Buffer.alloc(14_000_000, 'a')).catch(() => 'no answer');
    expect(['unread', 'no answer']).toContain(over);
  });

  it('takes many at once', async () => {
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, (_, n) => scan(n % 2 ? eicar : Buffer.alloc(1_000_000, n))),
    );
    expect(verdicts.filter((verdict) => verdict === 'infected')).toHaveLength(5);
  });
});
