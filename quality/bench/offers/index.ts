import { readLead } from '#modules/leads';
import { newId } from '#platform/base/ids';
import { syncQueues } from '#engine/operations';
import { sendOffer, offersForPatient } from '../../../workflows/offers/offers';
import {
  publishedLead,
  sentOffer,
  someClinics,
  someOfferFields,
  withoutBudgets,
  type Kit,
  type Published,
} from '../../../workflows/offers/testing';
import { registry } from '../../../workflows/registry';
import { openBenchDatabase } from '../database';
import { median, rate } from '../engine/rate';
import { openBenchKit, through } from '../kit';
import { bareCompare, bareSend, prepareBare } from './bare';

const rounds = 3;
const offersEach = 5;
const ms = 1_500;

type Clinics = Awaited<ReturnType<typeof someClinics>>;

/**
 * Offers sent and comparisons of five offers opened per second, next to bare SQL of the same shape, in turns on the same
 * database, pool and driver. Commits are durable. Argument: requests per round (20), each of which gets five offers.
 */
export async function benchOffers([requests = '20']: string[] = []): Promise<void> {
  const { url, close } = await openBenchDatabase();
  const { kit, close: closeKit } = openBenchKit(url);
  try {
    await syncQueues(kit.services.database, registry);
    await withoutBudgets(kit);
    const clinics = await someClinics(kit, offersEach);
    await sending(kit, clinics, Number(requests));
    await comparing(kit, clinics);
  } finally {
    await closeKit();
    await close();
  }
}

const several = async (kit: Kit, count: number): Promise<Published[]> => {
  const published: Published[] = [];
  for (let n = 0; n < count; n += 1) published.push(await publishedLead(kit));
  return published;
};

/** Works through all of `items`, so many at once. Items per second. */
async function speedOf<T>(items: readonly T[], loops: number, work: (item: T) => Promise<unknown>) {
  const began = performance.now();
  await through(items, loops, work);
  return (items.length * 1_000) / (performance.now() - began);
}

/** Neighbours are of different requests, so that those who send at once do not wait for each other. */
const pairs = (leads: readonly Published[], clinics: Clinics) =>
  clinics.flatMap((clinic) => leads.map(({ leadId }) => ({ leadId, clinic, offerId: newId() })));

const report = (what: string, loops: number, bare: number[], product: number[]): void => {
  const [by, own] = [median(bare), median(product)];
  const cells = [loops, by.toFixed(0), own.toFixed(0), (own / by).toFixed(2)];
  console.log([what.padEnd(10), ...cells.map((cell) => String(cell).padStart(10))].join(' '));
};

async function sending(kit: Kit, clinics: Clinics, requests: number): Promise<void> {
  const { pool } = kit.services.database;
  const fields = someOfferFields();
  const loopCounts = [1, 8];
  const [model, ...leads] = await several(kit, 2 + requests * rounds * loopCounts.length);
  const offerId = await sentOffer(clinics[0]!, model!.leadId);
  const written = await prepareBare(pool, { offerId, leadId: model!.leadId });
  const send = ({ clinic, ...sent }: ReturnType<typeof pairs>[number]) =>
    sendOffer(clinic, { ...sent, fields });
  const byHand = ({ clinic, ...sent }: ReturnType<typeof pairs>[number]) =>
    bareSend(pool, written, { ...sent, clinicId: clinic.actor.id });
  const warm = pairs(leads.splice(0, 1), clinics);
  await through(warm, 1, byHand);
  await through(warm, 1, send);
  console.log('              at once     bare/s  product/s      ratio');
  for (const loops of loopCounts) {
    const seen = { bare: [] as number[], product: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const some = pairs(leads.splice(0, requests), clinics);
      seen.bare.push(await speedOf(some, loops, byHand));
      seen.product.push(await speedOf(some, loops, send));
    }
    report('sending', loops, seen.bare, seen.product);
  }
}

async function comparing(kit: Kit, clinics: Clinics): Promise<void> {
  const { pool } = kit.services.database;
  const leads = new Map<string, Published>();
  for (const lead of await several(kit, 32)) {
    for (const clinic of clinics) await sentOffer(clinic, lead.leadId);
    leads.set(lead.leadId, lead);
  }
  const byHand = async (leadId: string) => {
    const patientId = leads.get(leadId)!.patient.actor.id;
    const found = await bareCompare(pool, { leadId, patientId });
    if (found !== offersEach) throw new Error(`${found} offers`);
  };
  const open = async (leadId: string) => {
    const { patient } = leads.get(leadId)!;
    await readLead(patient, { leadId });
    const { length } = await offersForPatient(patient, { leadId });
    if (length !== offersEach) throw new Error(`${length} offers`);
  };
  const ids = [...leads.keys()];
  for (const work of [byHand, open]) await rate({ ids, loops: 8, ms }, work);
  for (const loops of [1, 8]) {
    const seen = { bare: [] as number[], product: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      seen.bare.push(await rate({ ids, loops, ms }, byHand));
      seen.product.push(await rate({ ids, loops, ms }, open));
    }
    report('comparing', loops, seen.bare, seen.product);
  }
}
