import { withTransaction } from '#engine';
import { randomInt } from 'node:crypto';
import {
  bodyAreasOf,
  categoriesOf,
  cities,
  eachOpen,
  openLists,
  subTreatmentsOf,
  type LeadFields,
} from '#contracts/consultation';
import { approvedProfiles } from '#modules/clinic-onboarding';
import { cityOf, type MatchingProfile } from '#modules/exchange';
import { signOut } from '#modules/identity';
import { detailsOfLeads } from '#modules/leads';
import { system } from '#platform/base/actor';
import { actAs, createContext, type Ctx, type Services } from '#platform/context';
import { seconds } from '#platform/base/duration';
import { idFromName, newId } from '#platform/base/ids';
import { listenTo } from '#platform/process/listen';
import { submitRequest } from '../submit-request';
import { registerDemoPatient } from './register-demo-patient';

const every = seconds(30);
/** A dashboard says with each beat of its stream, every 20 s, that it is open. */
const heardWithin = seconds(45);
const most = 200;

const channel = 'demo_dashboards';

/** The web process informs the worker which clinics have their dashboard open now; of a demo only. */
export async function noteOpenDashboards(
  { services }: Ctx,
  clinicIds: readonly string[],
): Promise<void> {
  if (services.env.mode !== 'demo' || clinicIds.length === 0) return;
  await services.database.live.pool.query(
    'select pg_notify($1, id) from unnest($2::text[]) as t(id)',
    [channel, [...new Set(clinicIds)]],
  );
}

/** In the worker of a demo: while a dashboard is open a request arrives every 30 s. Elsewhere nothing runs. */
export function startDemoArrivals(services: Services): () => Promise<void> {
  if (services.env.mode !== 'demo') return async () => undefined;
  const heard = new Map<string, number>();
  const stopHearing = listenTo(services, channel, {
    heard: (clinicId) => heard.set(clinicId, performance.now()),
    up: () => undefined,
  });
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const since = performance.now() - heardWithin;
    const open = [...heard].filter(([, at]) => at > since).map(([clinicId]) => clinicId);
    const ctx = createContext(services, system('demo.arrivals'), { requestId: newId() });
    running = running
      .then(() => arrive(ctx, open))
      .catch((error: unknown) => services.log.error({ err: error }, 'demo.arrival-failed'));
  }, every);
  return async () => {
    clearInterval(timer);
    stopHearing();
    await running;
  };
}

const leadIdOf = (n: number): string => idFromName(`demo:arrival:${n}`);

/**
 * A demo patient nobody had before sends a request that one of these clinics matches, by the way that every patient
 * goes, screening included. Says whether one did: none without a clinic, none after 200, none outside a demo.
 */
export async function arrive(ctx: Ctx, clinicIds: readonly string[]): Promise<boolean> {
  if (ctx.services.env.mode !== 'demo') return false;
  const profiles = [...(await approvedProfiles(ctx, clinicIds)).values()].filter(
    ({ specialties }) => categoriesOf(specialties).length > 0,
  );
  if (profiles.length === 0) return false;
  const ids = Array.from({ length: most }, (_, n) => leadIdOf(n));
  const known = await detailsOfLeads(ctx, ids);
  const next = ids.findIndex((id) => !known.has(id));
  if (next === -1) return false;
  const fields = fieldsFor(profiles[randomInt(profiles.length)]!);
  await withTransaction(ctx, async (tx) => {
    const { actor, token } = await registerDemoPatient(tx, visitor(next));
    const patient = actAs(tx, actor);
    await submitRequest(patient, { from: 'fields', leadId: leadIdOf(next), fields });
    await signOut(patient, { principal: 'patient', token });
  });
  return true;
}

const firstNames = ['Ada', 'Ben', 'Clara', 'David', 'Elena', 'Felix', 'Grace', 'Hugo', 'Iris'];
const lastNames = ['Adams', 'Baker', 'Costa', 'Dietrich', 'Evans', 'Fischer', 'Green', 'Haddad'];

/** Nobody real: the last name says so wherever it is shown. Phones of the range that is kept free for examples. */
const visitor = (n: number) => ({
  phoneNumber: `+1${n < 100 ? '310' : '415'}55501${String(n % 100).padStart(2, '0')}`,
  firstName: firstNames[n % firstNames.length]!,
  lastName: `${lastNames[n % lastNames.length]!} (demo)`,
  email: `visitor-${n}.demo@example.com`,
});

const oneOf = <T>(values: readonly T[]): T => values[randomInt(values.length)]!;

/** Something that the clinic sees: of its treatments, in its city or in every one. */
function fieldsFor({ specialties, city }: MatchingProfile): LeadFields {
  const treatment = oneOf(categoriesOf(specialties));
  const own = cityOf(city);
  return {
    treatment,
    subTreatment: oneOf(subTreatmentsOf[treatment]),
    bodyArea: oneOf(bodyAreasOf[treatment]),
    description: 'I would like to know what you recommend, and how long I would have to stay.',
    photos: [],
    locations: own ? [...new Set([own, oneOf(cities)])] : [],
    ...eachOpen((field) => oneOf<string>(openLists[field])),
    patientInfo: null,
  } as LeadFields;
}
