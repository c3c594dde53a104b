import type { AppLoadContext } from '@remix-run/node';
import { contextFor } from './context.server';
import { logFailure } from './errors';

/** Who looks at the page, for its header: a browser may be patient and clinic at once. */
export interface Viewer {
  readonly patient: boolean;
  readonly clinic: boolean;
  /** The clinic has been approved: its pages are open to it. */
  readonly approved: boolean;
}

/** Looks without renewing a session, and never fails: a page whose header cannot know shows the signed-out one. */
export async function viewerOf(load: AppLoadContext, request: Request): Promise<Viewer> {
  const actorFor = async <A extends 'patient' | 'clinic'>(audience: A) => {
    try {
      return (await contextFor(load, request, audience, { quiet: true })).actor;
    } catch (error) {
      logFailure(load.log, error);
      return null;
    }
  };
  const [patient, clinic] = await Promise.all([actorFor('patient'), actorFor('clinic')]);
  return {
    patient: patient !== null,
    clinic: clinic !== null,
    approved: clinic?.approved ?? false,
  };
}
