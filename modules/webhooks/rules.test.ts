import { describe, expect, it } from 'vitest';
import { days, hours, inSeconds, seconds } from '#platform/base/duration';
import { pauses, pushMakerOf, verdictOf } from './rules';

it('tries again for three days, after pauses that grow', () => {
  const whole = pauses.reduce((sum, pause) => sum + pause, 0);
  expect(Math.abs(whole - days(3))).toBeLessThan(hours(1));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses[0]).toBe(seconds(5));
});

it.each([
  [200, 1, 'delivered'],
  [204, 11, 'delivered'],
  [302, 1, 'waiting'],
  [400, 1, 'waiting'],
  [500, 10, 'waiting'],
  [500, 11, 'failed'],
  [410, 1, 'failed'],
  [null, 1, 'waiting'],
  [null, 11, 'failed'],
] as const)('an answer of %s after %d tries is %s', (status, tries, state) => {
  const failure = status === null ? 'timeout' : null;
  const pause = state === 'waiting' ? inSeconds(pauses[tries - 1]!) : null;
  expect(verdictOf({ status, failure }, tries)).toEqual({ state, pause });
});

it.each([
  [201, 1, 'delivered'],
  [404, 1, 'gone'],
  [410, 3, 'gone'],
  [400, 1, 'failed'],
  [401, 1, 'failed'],
  [403, 1, 'failed'],
  [413, 1, 'failed'],
  [429, 1, 'waiting'],
  [503, 5, 'waiting'],
  [503, 6, 'failed'],
  [null, 1, 'waiting'],
  [null, 6, 'failed'],
] as const)('an answer of %s of a push service after %d tries is %s', (status, tries, state) => {
  const failure = status === null ? 'timeout' : null;
  expect(verdictOf({ status, failure }, tries, 'push')).toMatchObject({ state });
});

describe('push services', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc:def', 'google'],
    ['https://fcm.googleapis.com:443/wp/abc', 'google'],
    ['https://FCM.googleapis.com/fcm/send/abc', 'google'],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'mozilla'],
    ['https://web.push.apple.com/abc', 'apple'],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc', 'microsoft'],
  ])('%s is one of %s', (address, maker) => expect(pushMakerOf(address)).toBe(maker));

  it.each([
    'https://evil-fcm.googleapis.com/fcm/send/a',
    'https://a.fcm.googleapis.com/fcm/send/a',
    'https://googleapis.com/fcm/send/a',
    'https://storage.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://fcm.googleapis.com./a',
    'https://fcm.googleapis.com@evil.example/a',
    'https://fcm.googleapis.com:x@evil.example/a',
    'https://user@fcm.googleapis.com/a',
    'https://user:secret@fcm.googleapis.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://fcm.googleapis.com:80/a',
    'http://fcm.googleapis.com/a',
    'ftp://fcm.googleapis.com/a',
    'wss://fcm.googleapis.com/a',
    'https://fcm.googleapis.com%2eevil.example/a',
    'https://evil.example/https://fcm.googleapis.com/a',
    'https://evil.example?fcm.googleapis.com',
    'https://evil.example#.push.apple.com',
    'https://push.apple.com/a',
    'https://evilpush.apple.com/a',
    'https://web.push.apple.com.evil.example/a',
    'https://notify.windows.com/a',
    'https://evilnotify.windows.com/a',
    'https://push.services.mozilla.com/a',
    'https://xpush.services.mozilla.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    '//fcm.googleapis.com/a',
    'fcm.googleapis.com',
    'javascript:alert(1)',
    '',
  ])('%s is none', (address) => expect(pushMakerOf(address)).toBeNull());
});
