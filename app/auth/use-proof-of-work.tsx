import { useActionData } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { packProof, type ProofChallenge } from '#contracts/identity';
import type { IntentReply } from './use-intent';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { useText } from '#app/i18n/use-text';

interface Work {
  /** The browser works, or its work is on its way. */
  readonly busy: boolean;
  /** Hidden fields of the form that asks for a code. */
  readonly fields: ReactNode;
  /** What goes on, in place of something of about its height; null while nothing does. */
  readonly note: ReactNode;
}

type State = 'idle' | 'working' | 'stopped' | 'failed';

/** Work that the server answers twice in a row with more work is not asked of anybody again. */
const mostRounds = 2;

/** Works on each challenge that comes; `begin` forgets how often that was. */
function useSolver(challenge: ProofChallenge | undefined, onSolved: (proof: string) => void) {
  const [ended, setEnded] = useState<{ of: ProofChallenge; how: 'stopped' | 'failed' }>();
  const rounds = useRef(0);
  const running = useRef<AbortController>(undefined);
  const solved = useRef(onSolved);
  useEffect(() => {
    solved.current = onSolved;
  });
  useEffect(() => {
    if (!challenge) {
      rounds.current = 0;
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    const end = (proof: string | null) => {
      if (controller.signal.aborted) return;
      if (proof) solved.current(proof);
      else setEnded({ of: challenge, how: 'failed' });
    };
    rounds.current += 1;
    const tooOften = rounds.current > mostRounds;
    const work = tooOften ? Promise.resolve(null) : solveChallenge(challenge, controller);
    work.then(end, () => end(null));
    return () => controller.abort();
  }, [challenge]);

  const how = challenge && ended?.of === challenge ? ended.how : 'working';
  const state: State = challenge ? how : 'idle';
  const begin = () => {
    rounds.current = 0;
  };
  const stop = () => {
    running.current?.abort();
    begin();
    if (challenge) setEnded({ of: challenge, how: 'stopped' });
  };
  return { state, begin, stop };
}

/**
 * Does the work that a form was answered with (`proof_required`), sends the form again with it, and says what
 * goes on. Where the browser cannot work, its person may wait in line instead.
 */
export function useProofOfWork(intent: string): Work {
  const answer = useActionData() as IntentReply | undefined;
  const challenge = answer?.intent === intent ? answer.challenge : undefined;
  const proof = useRef<HTMLInputElement>(null);
  const waitingListField = useRef<HTMLInputElement>(null);

  const send = (fields: { proof?: string; lane?: 'on' }) => {
    if (!proof.current || !waitingListField.current) return;
    proof.current.value = fields.proof ?? '';
    waitingListField.current.value = fields.lane ?? '';
    proof.current.form?.requestSubmit();
    // What was sent is used up; whoever presses the button next asks anew.
    proof.current.value = '';
    waitingListField.current.value = '';
  };
  const { state, begin, stop } = useSolver(challenge, (solved) => send({ proof: solved }));
  const again = () => {
    begin();
    send({});
  };
  return {
    busy: state === 'working',
    fields: (
      <>
        <input ref={proof} type="hidden" name="proof" defaultValue="" />
        <input ref={waitingListField} type="hidden" name="lane" defaultValue="" />
      </>
    ),
    note:
      state === 'working' || state === 'failed' ? (
        <WorkNote
          failed={state === 'failed'}
          onStop={stop}
          onAgain={again}
          onWaitingList={() => send({ lane: 'on' })}
        />
      ) : null,
  };
}

/** Longer than the slowest phone needs. */
const timeout = 120_000;

/** The page itself stays usable: one core is left to it. */
const cores = (): number => Math.min(4, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));

/**
 * Does the work in workers of our own origin; the field `proof`, or null when it was stopped or took too long.
 * Throws where the browser has no workers or no cryptography.
 */
async function solveChallenge(
  challenge: ProofChallenge,
  controller: AbortController,
): Promise<string | null> {
  const { solveChallengeWorkers } = await import('altcha-lib');
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: cores(),
    timeout,
    createWorker: () =>
      new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' }),
  });
  if (!solution) return null;
  const { counter, derivedKey } = solution;
  return packProof({ challenge, solution: { counter, derivedKey } });
}

/** What the browser does before a code is sent, or that it could not; in the place of the notice below the form. */
function WorkNote({
  failed,
  onStop,
  onAgain,
  onWaitingList,
}: {
  failed: boolean;
  onStop: () => void;
  onAgain: () => void;
  onWaitingList: () => void;
}) {
  const t = useText();
  if (!failed)
    return (
      <div className="mt-6 flex items-center justify-between gap-4">
        <p role="status" className="text-sm text-ink-soft">
          {t('auth.work.busy')}
        </p>
        <Button type="button" variant="quiet" onClick={onStop}>
          {t('auth.work.stop')}
        </Button>
      </div>
    );
  return (
    <Banner tone="warn" className="mt-6">
      <p>{t('auth.work.failed')}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="button" variant="secondary" onClick={onAgain}>
          {t('auth.work.again')}
        </Button>
        <Button type="button" variant="quiet" onClick={onWaitingList}>
          {t('auth.work.lane')}
        </Button>
      </div>
    </Banner>
  );
}
