import { describe, expect, it } from 'vitest';
import { addressBlock } from '#platform/rate-limit';

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
  ])('%s counts as %s', (ip, block) => expect(addressBlock(ip)).toBe(block));

  it('counts a hundred addresses of one /64 as one', () => {
    const blocks = Array.from({ length: 100 }, (_, i) =>
      addressBlock(`2001:db8::${i.toString(16)}`),
    );
    expect(new Set(blocks).size).toBe(1);
  });

  it('counts what has no address together', () => expect(addressBlock(null)).toBe('unknown'));
});
