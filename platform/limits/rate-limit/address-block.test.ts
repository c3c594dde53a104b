import { describe, expect, it } from 'vitest';
import { addressBlock, normalAddress } from '../rate-limit';

describe('addressBlock', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['"203.0.113.7:4711"', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    ['"[2001:db8:1:2::9]:4711"', '2001:db8:1:2::/64'],
    ['[fe80::1%25eth0]:80', 'fe80:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6:4711', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['[::ffff:203.0.113.7]:4711', '203.0.113.7'],
    ['::ffff:203.0.113.7:4711', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['::ffff:0:203.0.113.7', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ])('%s counts as %s', (ip, block) => expect(addressBlock(ip)).toBe(block));

  it('counts a hundred addresses of one /64 as one', () => {
    const blocks = Array.from({ length: 100 }, (_, i) =>
      addressBlock(`2001:db8::${i.toString(16)}`),
    );
    expect(new Set(blocks).size).toBe(1);
  });

  it.each([
    null,
    '',
    'unknown',
    '_hidden',
    'example.com',
    '203.0.113',
    '203.0.113.256',
    '203.000.113.007',
    '[203.0.113.7]:1',
    '203.0.113.7:999999',
    '2001:db8::1::2',
    '::1]:80',
    "1.1.1.1'--",
  ])('counts %s with all that is no address', (ip) => expect(addressBlock(ip)).toBe('unknown'));
});

describe('normalAddress', () => {
  it.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:0DB8::0:1%eth0]:80', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['somebody', null],
    [undefined, null],
  ])('of %s is %s', (raw, normal) => expect(normalAddress(raw)).toBe(normal));
});
