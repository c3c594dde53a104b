import type { AppLoadContext } from '@remix-run/node';
import type { Audience } from '#platform/call';
import { contextFor } from './context.server';
import { logFailure } from './errors';

/** Who looks at the page, for its header: a browser may be patient and clinic at once. */
export interface Viewer {
  readonly patient: boolean;
  readonly clinic: boolean;
}

/** Looks without renewing a session, and never fails: a page whose header cannot know shows the signed-out one. */
export async function viewerOf(load: AppLoadContext, request: Request): Promise<Viewer> {
  const signedIn = async (audience: Audience): Promise<boolean> => {
    try {
      await contextFor(load, request, audience, { quiet: true });
      return true;
    } catch (error) {
      logFailure(load.log, error);
      return false;
    }
  };
  const [patient, clinic] = await Promise.all([signedIn('patient'), signedIn('clinic')]);
  return { patient, clinic };
}
