import {
  categories,
  type Category,
  cities,
  type City,
  fitsCategory,
  slugOf,
  type SubTreatment,
  subTreatments,
} from '#contracts/consultation';
import { askPath } from '#app/clinics/ask-path';
import { readKept } from './keep-choice';

/** What was chosen on a clinic's own site, before the sign-in. */
export interface MadeChoice {
  readonly subTreatment: SubTreatment | null;
  readonly locations: readonly City[];
}

/** What this tab has kept for a clinic; null for nothing, for another clinic, and for what the catalogue does not know. */
export function keptChoice(clinic: string): MadeChoice | null {
  const made = new URLSearchParams(readKept());
  if (made.get('clinic') !== clinic) return null;
  const subTreatment = subTreatments.find((one) => slugOf(one) === made.get('treatment')) ?? null;
  const wanted = made.getAll('city');
  const locations = cities.filter((city) => wanted.includes(city));
  return subTreatment || locations.length > 0 ? { subTreatment, locations } : null;
}

/** The category of a treatment. */
export const categoryOf = (subTreatment: SubTreatment): Category =>
  categories.find((category) => fitsCategory(category, subTreatment))!;

/** The line that a clinic puts into its site. `label` is the link's text where scripts are blocked. */
export function embedLine({
  origin,
  slug,
  categories: own,
  label,
}: {
  origin: string;
  slug: string;
  categories: readonly Category[];
  label: string;
}): string {
  return (
    `<clinic-request clinic="${slug}" categories="${own.join(' ')}">` +
    `<a href="${origin}${askPath(slug)}">${label.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a></clinic-request>` +
    `<script async src="${origin}/request-form.js"></script>`
  );
}
