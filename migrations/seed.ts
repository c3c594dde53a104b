import { withTransaction } from '#engine';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { signOut } from '#modules/identity';
import { system } from '#platform/base/actor';
import { actAs, createContext, type Ctx, type Services } from '#platform/context';
import type { Env } from '#platform/config/env';
import { isAppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { registerDemoPatient } from '#workflows';
import { approvalOf, demoClinics } from './seed/demo-clinics';
import { demoPatients, type DemoPatient } from './seed/demo-patients';
import { seedStaff, staffSignIns } from './seed/demo-staff';
import { tellOf } from './seed/passing-time';
import { playStory } from './seed/play-story';
import { seedClinic } from './seed/seed-clinic';
import { seedProfile } from './seed/seed-profile';
import { proveAddress } from './seed/prove-address';
import { dropClock, setClock, wasHereSince } from './seed/seed-clock';
import { seedTickets } from './seed/seed-tickets';
import { stories } from './seed/stories';
import { tour } from './seed/tour';

/** The edition rises whenever there is more to make, so that older demos get it at their next start. */
export const seed = { edition: 5, run: seedDemo };

/**
 * People, clinics and what happened between them, made by the commands of the product under a set clock, so that every
 * state is a legal one and its timers go on from there. Each person, each clinic and each story is one transaction: a
 * killed seed runs again and makes the missing ones. Writes how to sign in, and where to begin, to `demo.json`.
 */
async function seedDemo(services: Services): Promise<void> {
  const ctx = createContext(services, system('seed'), { requestId: newId() });
  for (const person of demoPatients) await seedPatient(ctx, person);
  await seedStaff(ctx);
  for (const clinic of demoClinics) {
    await seedClinic(ctx, clinic);
    await seedProfile(ctx, clinic);
  }
  for (const story of stories) await playStory(ctx, story);
  await seedTickets(ctx);
  writeSignIns(services.env);
}

async function seedPatient(ctx: Ctx, { joined, ...profile }: DemoPatient): Promise<void> {
  try {
    await withTransaction(ctx, async (tx) => {
      await setClock(tx, joined);
      const { actor, token } = await registerDemoPatient(tx, profile);
      const patient = actAs(tx, actor);
      await proveAddress(patient, profile);
      await signOut(patient, { principal: 'patient', token });
      await wasHereSince(tx, actor, joined);
      await tellOf(tx, joined);
      await dropClock(tx);
    });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'already_registered') throw error;
  }
}

function writeSignIns(env: Env): void {
  const patients = demoPatients.map(({ phoneNumber, firstName, lastName }) => ({
    phoneNumber,
    firstName,
    lastName,
  }));
  const clinics = demoClinics.map((clinic) => ({
    phoneNumber: clinic.phoneNumber,
    clinicName: clinic.details.clinicName,
    approvalStatus: approvalOf(clinic),
  }));
  const staff = staffSignIns(env);
  mkdirSync(env.DATA_DIR, { recursive: true });
  const content = `${JSON.stringify({ staff, clinics, patients, tour }, null, 2)}\n`;
  writeFileSync(path.join(env.DATA_DIR, 'demo.json'), content, { mode: 0o600 });
}
