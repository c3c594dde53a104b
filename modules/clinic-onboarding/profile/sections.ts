import type { ClinicRow } from '../repo.server';
import { formVersion } from '../versions.server';
import type { Profile } from './profile-row.server';

/** Versions of the forms by what each of them shows. */
export const sectionVersions = (
  { website, experience, description, listed }: ClinicRow,
  { doctors, languages, currency, showsAddress, billing }: Profile,
) => ({
  info: formVersion({ website, experience, description, languages, currency }),
  doctors: formVersion({ doctors }),
  billing: formVersion(billing),
  privacy: formVersion({ listed, showsAddress }),
});
export type Section = keyof ReturnType<typeof sectionVersions>;
