import { someDetails } from '../../modules/clinic-onboarding/testing';
import { signedInClinic, type SignedInClinic } from './clinics';
import { FormBrowser } from './form-browser';
import type { TestServer } from './http';

export const profileHome = '/clinic/profile';

export interface ProfileClinic {
  readonly clinic: SignedInClinic;
  readonly browser: FormBrowser;
}

/** An approved clinic in a browser without JavaScript. */
export async function clinicAt(server: TestServer, clinicName: string): Promise<ProfileClinic> {
  const clinic = await signedInClinic(server.ctx(), { details: { clinicName } });
  return { clinic, browser: new FormBrowser(server, clinic.token) };
}

type Fields = Record<string, string | string[]>;

/** The version that a form was opened with. */
export const versionIn = (html: string): string => /name="version" value="([^"]+)"/.exec(html)![1]!;

/** Opens the form of a part and sends it with these fields. */
export async function sendPart(who: FormBrowser, part: string, fields: Fields) {
  const path = `${profileHome}/${part}`;
  const version = versionIn((await who.go(path)).html);
  return who.go(path, { intent: part, version, ...fields });
}

/** The verified points as {@link someDetails} has them, with what was typed over them. */
export function somePoints(clinicName: string, typed: Fields = {}): Fields {
  const { address, city, country, doctorName, licenseNumber, specialties } = someDetails();
  return { clinicName, address, city, country, doctorName, licenseNumber, specialties, ...typed };
}
