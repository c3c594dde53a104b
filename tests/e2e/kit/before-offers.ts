import type { Browser } from '@playwright/test';
import type { ApiClinic } from './api-clinic';
import { ApiPatient } from './api-patient';
import { approvedClinic } from './approved-clinic';
import { consoleCalls } from './console-calls';
import { enterConsole } from './staff-session';

interface BeforeOffers {
  readonly patient: ApiPatient;
  readonly leadId: string;
  /** One for each name, in their order. */
  readonly clinics: ApiClinic[];
}

/** A patient who has sent a request, and approved clinics that may offer for it once it is reviewed; all through the API. */
export async function beforeOffers(
  { browser, baseURL }: { browser: Browser; baseURL: string | undefined },
  clinicNames: readonly string[],
  fields: object = {},
): Promise<BeforeOffers> {
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  const leadId = await patient.submits(fields);
  const staff = await browser.newContext({ baseURL });
  await enterConsole(staff, 'admin');
  const clinics: ApiClinic[] = [];
  for (const name of clinicNames)
    clinics.push(await approvedClinic(baseURL!, consoleCalls(staff), name));
  await staff.close();
  return { patient, leadId, clinics };
}
