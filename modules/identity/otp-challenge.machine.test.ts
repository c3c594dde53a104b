import { describe, expect, it } from 'vitest';
import {
  createActor,
  getNextTransitions,
  initialTransition,
  transition,
  type SnapshotFrom,
} from 'xstate';
import { minutes, seconds } from '#platform/base/duration';
import { statusOf } from './projection.server';
import { otpChallengeMachine as machine, type OtpChallengeEvent } from './otp-challenge.machine';

const challengeId = '6d0f3f3e-9f39-4f4c-9d1f-0d7a3c1c2b11';
type Snapshot = SnapshotFrom<typeof machine>;

/** Every event of the machine, its two timers by the ids that the engine fires. */
const cooled = { type: 'xstate.after.resend-available.identity.otp-challenge.open.cooling' };
const expired = { type: 'xstate.after.expiry.identity.otp-challenge.open' };
const matched = { type: 'identity.code-matched' };
const replaced = { type: 'identity.code-replaced' };
const exhausted = { type: 'identity.tries-exhausted' };
const events = { cooled, expired, matched, replaced, exhausted };

const [start, startActions] = initialTransition(machine, { challengeId });
const step = (from: Snapshot, event: { type: string }): Snapshot =>
  transition(machine, from, event as OtpChallengeEvent)[0];
const reach: Record<string, Snapshot> = {
  cooling: start,
  resendable: step(start, cooled),
  verified: step(start, matched),
  replaced: step(start, replaced),
  locked: step(start, exhausted),
  expired: step(start, expired),
};

/** What each state makes of each event; null: refused. */
const table: Record<string, Record<keyof typeof events, string | null>> = {
  cooling: {
    cooled: 'resendable',
    expired: 'expired',
    matched: 'verified',
    replaced: 'replaced',
    exhausted: 'locked',
  },
  resendable: {
    cooled: null,
    expired: 'expired',
    matched: 'verified',
    replaced: 'replaced',
    exhausted: 'locked',
  },
  verified: { cooled: null, expired: null, matched: null, replaced: null, exhausted: null },
  replaced: { cooled: null, expired: null, matched: null, replaced: null, exhausted: null },
  locked: { cooled: null, expired: null, matched: null, replaced: null, exhausted: null },
  expired: { cooled: null, expired: null, matched: null, replaced: null, exhausted: null },
};

describe('the life of a code', () => {
  const rows = Object.entries(table).flatMap(([state, row]) =>
    Object.entries(row).map(([event, target]) => [state, event, target] as const),
  );

  it.each(rows)('%s on %s → %s', (state, event, target) => {
    const from = reach[state]!;
    expect(statusOf(from.value)).toBe(state);
    const taken = machine.getTransitionData(
      from as never,
      events[event as keyof typeof events] as never,
    );
    expect(taken.length > 0).toBe(target !== null);
    if (target)
      expect(statusOf(step(from, events[event as keyof typeof events]).value)).toBe(target);
  });

  it('asks for the code to be sent once, by its id alone', () => {
    const sends = startActions.filter(({ type }) => type === 'identity.send-code');
    expect(sends).toHaveLength(1);
    expect(sends[0]!.params).toEqual({ challengeId });
    expect(JSON.stringify(machine.getPersistedSnapshot(start))).not.toMatch(/\d{6}"/);
  });

  it('arms a wait of 45 seconds and a life of 5 minutes', () => {
    const armed = startActions
      .filter(({ type }) => type === 'xstate.raise')
      .map(({ params }) => (params as { delay: number }).delay);
    expect(armed.sort((a, b) => a - b)).toEqual([seconds(45), minutes(5)]);
  });

  it('has no way out of its ends', () => {
    for (const state of ['verified', 'replaced', 'locked', 'expired']) {
      expect(reach[state]!.status).toBe('done');
      expect(getNextTransitions(reach[state]! as never)).toHaveLength(0);
    }
  });

  it('survives storing', () => {
    const stored = JSON.parse(
      JSON.stringify(machine.getPersistedSnapshot(reach.resendable!)),
    ) as never;
    const revived = createActor(machine, {
      snapshot: stored,
      input: { challengeId },
    }).getSnapshot();
    expect(statusOf(step(revived, matched).value)).toBe('verified');
  });
});
