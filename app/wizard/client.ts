import {
  // Runs in the browser and goes to steps of a list: no address from outside, and nothing to load for looking at one.
  // eslint-disable-next-line no-restricted-imports
  redirect,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import { emptyFields, stepOfPath, stepPath } from '#contracts/consultation';
import { whenKept } from '#app/forms/keep-form';
import { readLocalCopy } from './local-copy';
import { isNextStep } from './next-step';
import type { WizardData } from './open-wizard.server';

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
  const draft = { id, version, step, fields: { ...emptyFields, ...choices }, photos: [] };
  return { kind: 'step', draft, step };
}
