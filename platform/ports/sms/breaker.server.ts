import { seconds, type Duration } from '../../base/duration';
import type { Sms } from '../sms';
import { SmsError } from './sms-error';

const failuresToOpen = 5;

/**
 * After five failures in a row refuses at once, so that a dead provider costs no worker its time; after
 * `pause` one message is let through to see. Per process; `clock` in milliseconds is for tests.
 */
export function withBreaker(
  sms: Sms,
  {
    pause = seconds(30),
    clock = () => performance.now(),
  }: { pause?: Duration; clock?: () => number } = {},
): Sms {
  let failures = 0;
  let closedAgainAt = 0;
  return {
    async send(message) {
      if (failures >= failuresToOpen) {
        if (clock() < closedAgainAt) throw new SmsError('breaker_open');
        // Others are refused while this one probes.
        closedAgainAt = clock() + pause;
      }
      try {
        await sms.send(message);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures >= failuresToOpen) closedAgainAt = clock() + pause;
        throw error;
      }
    },
  };
}
