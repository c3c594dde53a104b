import { approvedProfiles } from '#modules/clinic-onboarding';
import { topicsOfClinic } from '#modules/exchange';
import { timeLeftOf, type Principal } from '#modules/identity';
import { noteOpenDashboards } from './demo/arrivals';
import type { Access, AccessOf, Listener } from '#engine/operations';

/** Whom an own topic names: `clinic:<id>`. */
const subjectOf = ({ own }: Listener): { principal: Principal; subjectId: string } => {
  const [principal, subjectId] = own.split(':');
  return { principal: principal as Principal, subjectId: subjectId! };
};

/**
 * What open pages may hear besides what is their own, as long as their sessions hold: staff what concerns all of staff,
 * an approved clinic what happens to requests that match it. One statement for all sessions, one for all clinics.
 */
export const accessOf: AccessOf = async (ctx, listeners, next) => {
  const shown = listeners.map((listener) => ({ ...listener, ...subjectOf(listener) }));
  const clinics = shown.filter(({ principal }) => principal === 'clinic');
  const [left, profiles] = await Promise.all([
    timeLeftOf(ctx, shown, next),
    approvedProfiles(
      ctx,
      clinics.map(({ subjectId }) => subjectId),
    ),
  ]);
  const open = clinics.filter(
    ({ page, subjectId }) => page === 'dashboard' && profiles.has(subjectId),
  );
  await noteOpenDashboards(
    ctx,
    open.map(({ subjectId }) => subjectId),
  );
  return shown.map(({ principal, subjectId }, n): Access | null => {
    const endsIn = left[n] ?? null;
    if (endsIn === 0) return null;
    const profile = principal === 'clinic' ? profiles.get(subjectId) : undefined;
    if (profile) return { shared: topicsOfClinic(profile), endsIn };
    return { shared: principal === 'staff' ? ['staff'] : [], endsIn };
  });
};
