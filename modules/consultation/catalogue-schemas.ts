import { z } from 'zod';
import {
  ageBands,
  bodyAreas,
  categories,
  cities,
  genders,
  openLists,
  specialties,
  subTreatments,
  type OpenFact,
} from './catalogue';
import { eachOpen } from './open-facts';

/** The lists of the catalogue as the server reads them, with what a missing choice is told. */
export const categorySchema = z.enum(categories, 'consultation.error.category_missing');
export const subTreatmentSchema = z.enum(subTreatments, 'consultation.error.treatment_missing');
export const bodyAreaSchema = z.enum(bodyAreas, 'consultation.error.area_missing');
export const citySchema = z.enum(cities);
export const specialtySchema = z.enum(specialties);
export const ageBandSchema = z.enum(ageBands);
export const genderSchema = z.enum(genders);

export const openSchemas = eachOpen((fact) => z.enum(openLists[fact])) as unknown as {
  [F in OpenFact]: z.ZodEnum<{ [V in (typeof openLists)[F][number]]: V }>;
};
