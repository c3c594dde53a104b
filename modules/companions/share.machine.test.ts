import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { days } from '#platform/base/duration';
import { type ShareEvent, shareMachine } from './share.machine';
import { shareStates } from './values';

const sharedAt = Date.parse('2026-03-01T10:00:00Z');
const instant = (day: number) => new Date(sharedAt + days(day)).toISOString();
const who = { shareId: 'share', leadId: 'lead', offerId: null, patientId: 'patient' };

/** What happens, on which day after the link was made; `ring`: the clock of the present state. */
type Step = [day: number, what: 'ring' | 'open' | 'revoke' | 'request-ended' | 'account-closed'];

/** Walks the machine purely; what it emits and arms comes with it. */
function walk(...steps: Step[]) {
  const input = { ...who, window: days(7), at: instant(0) };
  let [snapshot, actions] = initialTransition(shareMachine, input);
  const all = [...actions] as Array<{ type: string; params: unknown }>;
  for (const [day, what] of steps) {
    const type =
      what === 'ring'
        ? `xstate.after.link-window.companions.share.${snapshot.value}`
        : what === 'open' || what === 'revoke'
          ? `companions.${what}`
          : 'companions.end';
    const event = { type, because: what, at: instant(day) };
    if (shareMachine.getTransitionData(snapshot, event as never).length === 0)
      return { refused: what };
    [snapshot, actions] = transition(shareMachine, snapshot, event as unknown as ShareEvent);
    all.push(...(actions as typeof all));
  }
  const emitted = all
    .filter(({ type }) => type === 'xstate.emit')
    .map(({ params }) => (params as { event: { type: string; because?: string } }).event)
    .map(({ type, because }) => (because ? `${type} ${because}` : type));
  const armed = all
    .filter(({ type }) => type === 'xstate.raise')
    .map(({ params }) => (params as { delay: number }).delay / days(1));
  return { at: snapshot.value, emitted, armed, because: snapshot.context.endedBecause };
}

describe('a link', () => {
  it('is over seven days after it was made, whenever it was opened', () => {
    expect(walk([7, 'ring'])).toMatchObject({ at: 'ended', because: 'expired', armed: [7] });
    expect(walk([5, 'open'], [7, 'ring'])).toEqual({
      at: 'ended',
      because: 'expired',
      armed: [7, 2],
      emitted: ['companions.shared', 'companions.opened', 'companions.ended expired'],
    });
  });

  it('is opened once', () => {
    expect(walk([1, 'open'], [1, 'open'])).toEqual({ refused: 'open' });
  });

  it.each(['revoke', 'request-ended', 'account-closed'] as const)(
    'ends by %s, opened or not, and then takes nothing',
    (end) => {
      const because = end === 'revoke' ? 'revoked' : end;
      for (const before of [[], [[1, 'open'] as Step]]) {
        const ended = walk(...before, [2, end]);
        expect(ended).toMatchObject({ at: 'ended', because });
        expect(ended.emitted?.at(-1)).toBe(`companions.ended ${because}`);
        for (const what of ['open', 'revoke', 'request-ended', 'ring'] as const)
          expect(walk(...before, [2, end], [3, what])).toEqual({ refused: what });
      }
    },
  );
});

it('has no state beyond those that are stored', () => {
  expect(Object.keys(shareMachine.states).toSorted()).toEqual([...shareStates].toSorted());
});
