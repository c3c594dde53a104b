import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { milliseconds } from '../../base/duration';
import { faultOfPublicAddress } from '../../base/public-address';
import { isPublicAddress } from '../egress/range';
import { type Receivers, startReceivers } from '../../../tests/kit/receiver';
import { createDialler } from './dialler';
import { publicReach } from './reach';

const parcel = (url: string) => ({ url, headers: {}, body: '{}' });

describe('addresses that a customer may not name', () => {
  it.each([
    ['http://hooks.clinic.com/', 'https'],
    ['ftp://hooks.clinic.com/', 'https'],
    ['file:///etc/passwd', 'https'],
    ['hooks.clinic.com', 'address'],
    ['https://', 'address'],
    ['https://user@hooks.clinic.com/', 'user'],
    ['https://user:secret@hooks.clinic.com/', 'user'],
    ['https://hooks.clinic.com@127.0.0.1/', 'user'],
    ['https://hooks.clinic.com:8443/', 'port'],
    ['https://hooks.clinic.com:80/', 'port'],
    ['https://hooks.clinic.com/#part', 'address'],
    [`https://hooks.clinic.com/${'a'.repeat(500)}`, 'address'],
    ['https://127.0.0.1/', 'name'],
    ['https://8.8.8.8/', 'name'],
    ['https://2130706433/', 'name'],
    ['https://0x7f000001/', 'name'],
    ['https://0x7f.1/', 'name'],
    ['https://0177.0.0.1/', 'name'],
    ['https://127.1/', 'name'],
    ['https://0/', 'name'],
    ['https://0.0.0.0/', 'name'],
    ['https://169.254.169.254/latest/meta-data/', 'name'],
    ['https://[::1]/', 'name'],
    ['https://[::]/', 'name'],
    ['https://[::ffff:127.0.0.1]/', 'name'],
    ['https://[::ffff:7f00:1]/', 'name'],
    ['https://[fd00:ec2::254]/', 'name'],
    ['https://[fe80::1]/', 'name'],
    ['https://[64:ff9b::7f00:1]/', 'name'],
    ['https://①②⑦.⓪.⓪.①/', 'name'],
    ['https://localhost/', 'name'],
    ['https://LOCALHOST./', 'name'],
    ['https://me.localhost/', 'name'],
    ['https://printer.local/', 'name'],
    ['https://database/', 'name'],
    ['https://metadata.google.internal/', 'name'],
    ['https://1.0.0.127.in-addr.arpa/', 'name'],
  ])('%s', async (url, fault) => {
    expect(faultOfPublicAddress(url)).toBe(fault);
    const dialler = createDialler(publicReach);
    expect(await dialler.post(parcel(url))).toEqual({ status: null, failure: 'address' });
  });

  it.each([
    'https://hooks.clinic.com',
    'https://hooks.clinic.com:443/a?b=c',
    'https://klinik.çağrı.com/x',
  ])('and may name %s', (url) => expect(faultOfPublicAddress(url)).toBeNull());
});

describe('addresses that a name may not lead to', () => {
  const inside = [
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254'],
    ...[
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.192',
      '192.0.2.1',
      '192.168.1.1',
    ],
    ...['198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::808:808'],
    ...['64:ff9b:1::1', '100::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
    ...[
      'ff02::1',
      '2001::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '3fff::1',
      'localhost',
      '',
      '2130706433',
    ],
  ];
  it.each(inside)('%s', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('and may lead to %s', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('a courier that is led to this machine', () => {
  let visits = 0;
  const stranger = net.createServer(() => (visits += 1));
  beforeAll(() => new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve)));
  afterAll(() => stranger.close());
  const port = () => (stranger.address() as AddressInfo).port;

  it.each<[string, string[]]>([
    ['by its name', ['127.0.0.1']],
    ['by a mapped address', ['::ffff:127.0.0.1']],
    ['beside a public address', ['8.8.8.8', '127.0.0.1']],
    ['in front of a public address', ['127.0.0.1', '8.8.8.8']],
  ])('does not dial it, %s', async (_how, addresses) => {
    const dialler = createDialler({ ...publicReach, port: port(), resolve: async () => addresses });
    const outcome = await dialler.post(parcel('https://hooks.clinic.com/'));
    expect(outcome).toEqual({ status: null, failure: 'address' });
    expect(visits).toBe(0);
  });

  it('asks for the name once a try: what it leads to later changes nothing', async () => {
    let asked = 0;
    // The first answer may be dialled; each later one would be another place.
    const resolve = async () => [asked++ === 0 ? '127.0.0.1' : '127.0.0.2'];
    const dialled: string[] = [];
    const isAllowed = (address: string) => dialled.push(address) > 0;
    const dialler = createDialler({
      ...publicReach,
      port: port(),
      patience: milliseconds(300),
      resolve,
      isAllowed,
    });
    await dialler.post(parcel('https://hooks.clinic.com/'));
    expect([asked, dialled, visits]).toEqual([1, ['127.0.0.1'], 1]);
  });
});

describe('what a receiver answers', () => {
  let receivers: Receivers;
  beforeAll(async () => {
    receivers = await startReceivers();
  });
  beforeEach(() => void receivers.got.splice(0));
  afterAll(() => receivers.close());
  const post = (patience = milliseconds(2_000)) => {
    const dialler = createDialler({ ...receivers.reach, patience });
    return dialler.post(parcel(receivers.address('one'))).finally(() => dialler.close());
  };

  it('is its status; a redirect is not followed', async () => {
    receivers.answer = (_, res) => res.writeHead(302, { Location: receivers.address('two') }).end();
    expect(await post()).toEqual({ status: 302, failure: null });
    expect(receivers.got.map(({ host }) => host)).toEqual(['one.hooks-of-clinics.com']);
  });

  it('is not read beyond a little, and waited for so long', async () => {
    receivers.answer = (_, res) => {
      res.writeHead(200);
      const more = () => res.destroyed || res.write('a'.repeat(65_536), () => setImmediate(more));
      more();
    };
    expect(await post()).toEqual({ status: 200, failure: null });
    receivers.answer = () => undefined;
    expect(await post(milliseconds(200))).toEqual({ status: null, failure: 'timeout' });
    // Without an end, drop by drop.
    receivers.answer = (_, res) => {
      res.writeHead(200).write('a');
    };
    const began = performance.now();
    expect((await post(milliseconds(200))).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('counts only from whoever the name belongs to', async () => {
    const dialler = createDialler({ ...receivers.reach, ca: undefined });
    const unknown = await dialler.post(parcel(receivers.address('one')));
    expect(unknown).toEqual({ status: null, failure: 'certificate' });
    const known = createDialler(receivers.reach);
    const other = await known.post(parcel('https://hooks.clinic.com/'));
    expect(other).toEqual({ status: null, failure: 'certificate' });
    expect(receivers.got).toEqual([]);
    known.close();
  });
});
