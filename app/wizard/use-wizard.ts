import { useOutletContext, useSearchParams } from '@remix-run/react';
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import {
  changeParam,
  choicesOf,
  wizardAt,
  wizardMachine,
  type Choices,
  type Step,
  type WizardEvent,
} from '#contracts/consultation';
import { readLocalCopy, writeLocalCopy } from './local-copy';
import type { FreeText } from './contact-in.server';
import type { WizardDraft } from './open-wizard.server';
import { usePhotoUploads, type PhotoUploads } from './photo-queue';

/** What every step of the wizard is given. */
export interface WizardView {
  step: Step;
  draft: WizardDraft;
  /** Texts of the draft that hold contact data; looked for on the summary only. */
  contactIn: readonly FreeText[];
  /** As the machine of this page holds them: ahead of the draft while a choice is on its way. */
  choices: Choices;
  /** Opened from the summary, to change this one thing. */
  changing: boolean;
  /** Photos on their way, also while another step is open. */
  photoUploads: PhotoUploads;
  send: (event: WizardEvent) => void;
}

/** The machine of this page, kept in step with the route and the stored draft. */
export function useWizard({
  draft,
  step,
  contactIn = [],
}: Pick<WizardView, 'draft' | 'step'> & Partial<Pick<WizardView, 'contactIn'>>): WizardView {
  const stored = choicesOf(draft.fields);
  const [snapshot, send] = useMachine(wizardMachine, {
    input: stored,
    snapshot: wizardMachine.getPersistedSnapshot(wizardAt({ step, choices: stored })) as never,
  });
  const choices = snapshot.context;
  const changing = useSearchParams()[0].has(changeParam);
  const { id: draftId, version } = draft;

  useEffect(() => {
    const kept = readLocalCopy();
    // Chosen on this very draft, but never saved: the page was closed or the network was away.
    const isAhead = kept !== null && kept.draftId === draftId && kept.version === version;
    send({ type: 'restore', step, choices: isAhead ? kept.choices : choicesOf(draft.fields) });
  }, [draft.fields, draftId, version, step, send]);

  useEffect(() => {
    writeLocalCopy({ draftId, version, step, choices });
  }, [draftId, version, step, choices]);

  return {
    step,
    draft,
    contactIn,
    choices,
    changing,
    photoUploads: usePhotoUploads(draftId),
    send,
  };
}

export const useWizardView = (): WizardView => useOutletContext<WizardView>();
