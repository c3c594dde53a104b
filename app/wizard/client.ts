import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  // Runs in the browser and goes to steps of a list: no address from outside, and nothing to load for looking at one.
  // eslint-disable-next-line no-restricted-imports
  redirect,
  useOutletContext,
  useSearchParams,
} from '@remix-run/react';
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import {
  changeParam,
  type Choices,
  choicesOf,
  emptyFields,
  readChoices,
  type Step,
  stepOfPath,
  stepPath,
  steps,
  wizardAt,
  type WizardEvent,
  wizardMachine,
} from '#contracts/consultation';
import { whenKept } from '#app/forms/keep-form';
import { clearLocalCopy, localCopyKey } from './clear-local-copy';
import { isNextStep } from './next-step';
import type { FreeText, WizardData, WizardDraft } from './open-wizard.server';
import { type PhotoUploads, usePhotoUploads } from './photo-queue';

/** A failed fetch is a TypeError in every browser; answers of the server, redirects included, are not. */
const isOffline = (thrown: unknown): boolean =>
  thrown instanceof TypeError || (typeof navigator !== 'undefined' && !navigator.onLine);

type StepData = Extract<WizardData, { kind: 'step' }>;

/** What the server answered to a form with, until the address of that step is opened. */
let answered: StepData | null = null;

/** Runs the step's action; without network the page stays as it is and says so. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  answered = null;
  try {
    const answer = await serverAction<unknown>();
    if (!isNextStep(answer)) return answer;
    answered = answer.next;
    return redirect(stepPath(answered.step));
  } catch (thrown) {
    if (thrown instanceof Response || !isOffline(thrown)) throw thrown;
    // A response with a status of failure keeps Remix from asking the server for everything anew.
    return Response.json({ code: 'network' }, { status: 503 });
  }
}

let last: StepData | null = null;

/** Runs the wizard's loader; without network the wizard goes on with what it knew last. */
export async function clientLoader({
  request,
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<WizardData> {
  const next = takeAnswered(request);
  if (next) return (last = next);
  try {
    // What the step that was left has sent must be in what is read now.
    await whenKept();
    const fresh = await serverLoader<WizardData>();
    last = fresh.kind === 'step' ? fresh : null;
    return fresh;
  } catch (thrown) {
    if (thrown instanceof Response || !isOffline(thrown)) throw thrown;
    const known = last ?? fromLocalCopy();
    if (!known) throw thrown;
    return { ...known, step: stepOfPath(new URL(request.url).pathname) ?? known.step };
  }
}

/** What was answered, if this is the address it was answered for; never twice. */
function takeAnswered({ url }: Request): StepData | null {
  const next = answered;
  answered = null;
  const { pathname, search } = new URL(url);
  return next && pathname + search === stepPath(next.step) ? next : null;
}

function fromLocalCopy(): StepData | null {
  const copy = readLocalCopy();
  if (!copy) return null;
  const { draftId: id, version, step, choices } = copy;
  const draft = {
    id,
    version,
    step,
    fields: { ...emptyFields, ...choices },
    photos: [],
    clinics: [],
  };
  return { kind: 'step', draft, step };
}

/** Step and choices of the wizard, for a return without network. Notes, patient information and photos stay out. */
interface LocalCopy {
  readonly draftId: string | null;
  readonly version: number;
  readonly step: Step;
  readonly choices: Choices;
}

/** Null for what an earlier release, or somebody else, left there. */
function readCopy(kept: unknown): LocalCopy | null {
  const { draftId, version, step, choices } = (kept ?? {}) as Record<keyof LocalCopy, unknown>;
  const known = readChoices(choices);
  const at = steps.find(({ number }) => number === step)?.number;
  const whose = draftId === null || typeof draftId === 'string' ? { draftId } : null;
  if (!known || !at || !whose || !Number.isInteger(version)) return null;
  return { ...whose, version: version as number, step: at, choices: known };
}

// Storage can be switched off or full; the wizard then simply has no local copy.
function writeLocalCopy(copy: LocalCopy): void {
  try {
    localStorage.setItem(localCopyKey, JSON.stringify(copy));
  } catch {
    clearLocalCopy();
  }
}

function readLocalCopy(): LocalCopy | null {
  try {
    return readCopy(JSON.parse(localStorage.getItem(localCopyKey) ?? 'null'));
  } catch {
    return null;
  }
}

/** What every step of the wizard is given. */
interface WizardView {
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
