import type { SubmissionResult } from '@conform-to/react';
import { useActionData, useNavigation } from '@remix-run/react';
import type { ProofChallenge } from '#contracts/identity';

export interface IntentReply {
  intent: string;
  reply?: SubmissionResult<string[]>;
  /** Machine word of the failure. */
  code?: string;
  /** Word for why, where the words of the reply say it. */
  reason?: string;
  /** With `proof_required`: what to work on. */
  challenge?: ProofChallenge;
}

/** The last answer to one of the page's forms, and whether that form is on its way. */
export function useIntent(intent: string): {
  reply: SubmissionResult<string[]> | undefined;
  code: string | undefined;
  pending: boolean;
  /** The answer itself: another one with each attempt. */
  answer: IntentReply | undefined;
} {
  const answer = useActionData() as IntentReply | undefined;
  const navigation = useNavigation();
  const mine = answer?.intent === intent ? answer : undefined;
  return {
    answer: mine,
    reply: mine?.reply,
    code: mine?.code,
    pending: navigation.state !== 'idle' && navigation.formData?.get('intent') === intent,
  };
}
