import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { signOut } from '#modules/identity';
import { approveLead, cancelLead } from '#modules/leads';
import { system, type ActorOf } from '#platform/actor';
import {
  actAs,
  createContext,
  transaction,
  type Ctx,
  type Services,
  type TxCtx,
} from '#platform/context';
import type { Env } from '#platform/env';
import { isAppError } from '#platform/errors';
import { idFromName, newId } from '#platform/ids';
import { registerDemoPatient, submitRequest } from '#workflows';
import { approvalOf, demoClinics } from './seed/demo-clinics';
import { demoPatients, type DemoPatient, type DemoRequest } from './seed/demo-patients';
import { seedStaff, staffSignIns } from './seed/demo-staff';
import { seedClinic } from './seed/seed-clinic';
import { proveAddress } from './seed/prove-address';
import { dropClock, setClock } from './seed/seed-clock';

type PatientTx = TxCtx<ActorOf<'patient'>>;

/** The edition rises whenever there is more to make, so that older demos get it at their next start. */
export const seed = { edition: 2, run: seedDemo };

/**
 * People, clinics and requests of the demo, made by the commands of the product under a set clock, so that every
 * state is a legal one and its timers go on from there. Each person and each clinic is one transaction: a killed
 * seed runs again and makes the missing ones. Writes how to sign in to `demo.json`.
 */
async function seedDemo(services: Services): Promise<void> {
  const ctx = createContext(services, system('seed'), { requestId: newId() });
  for (const person of demoPatients) await seedPatient(ctx, person);
  await seedStaff(ctx);
  for (const clinic of demoClinics) await seedClinic(ctx, clinic);
  writeSignIns(services.env);
}

async function seedPatient(ctx: Ctx, person: DemoPatient): Promise<void> {
  try {
    await transaction(ctx, async (tx) => {
      await setClock(tx, person.joined);
      const { actor, token } = await register(tx, person);
      const patient = actAs(tx, actor) as PatientTx;
      for (const [index, request] of person.requests.entries())
        await seedRequest(patient, request, idFromName(`demo:${person.phoneNumber}:${index}`));
      await signOut(patient, { principal: 'patient', token });
      await dropClock(tx);
    });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'already_registered') throw error;
  }
}

async function register(
  tx: TxCtx,
  { requests: _r, joined: _j, ...profile }: DemoPatient,
): Promise<{ actor: ActorOf<'patient'>; token: string }> {
  const registered = await registerDemoPatient(tx, profile);
  await proveAddress(actAs(tx, registered.actor), profile);
  return registered;
}

async function seedRequest(
  patient: PatientTx,
  { fields, sent, published, cancelled }: DemoRequest,
  leadId: string,
): Promise<void> {
  await setClock(patient, sent);
  await submitRequest(patient, { from: 'fields', leadId, fields });
  if (published) {
    await setClock(patient, published);
    await approveLead(actAs(patient, system('seed')), { leadId });
  }
  if (cancelled) {
    await setClock(patient, cancelled.ago);
    await cancelLead(patient, { leadId, reason: cancelled.reason });
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
  const content = `${JSON.stringify({ staff, clinics, patients }, null, 2)}\n`;
  writeFileSync(path.join(env.DATA_DIR, 'demo.json'), content, { mode: 0o600 });
}
