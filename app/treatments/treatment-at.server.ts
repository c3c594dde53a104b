import {
  categories,
  fitsCategory,
  slugOf,
  subTreatments,
  type Category,
  type SubTreatment,
} from '#contracts/consultation';

/** The treatment that the last part of an address names; null for none. */
export const treatmentAt = (slug: string | null): SubTreatment | null =>
  subTreatments.find((one) => slugOf(one) === slug) ?? null;

export const categoryOf = (subTreatment: SubTreatment): Category =>
  categories.find((category) => fitsCategory(category, subTreatment))!;
