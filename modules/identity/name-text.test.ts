import { describe, expect, it } from 'vitest';
import { clinicDetailsSchema } from '#contracts/clinic-onboarding';
import { firstNameSchema, lastNameSchema } from './contract';
import { evasions, innocentNames } from './name-text.test-table';

describe('a name', () => {
  it.each([
    'Zoë',
    'O’Brien',
    'Dr.Kaya',
    'St. John',
    'Smith & Sons, Inc.',
    'Müller-Lüdenscheidt',
    'J.R.',
  ])('may be %s', (name) => {
    for (const schema of [firstNameSchema, lastNameSchema, clinicDetailsSchema.shape.doctorName])
      expect(schema.safeParse(name).success).toBe(true);
  });

  it.each([
    'you won: https://evil.example',
    'evil.com',
    'www.evil.example',
    'Visit EVIL.COM now',
    'write to me@evil.example',
    'javascript://x',
    '//evil.example',
    'Ada\nBcc: x',
    'Ada\u2028x',
  ])('is not %j', (name) => {
    for (const schema of [
      firstNameSchema,
      lastNameSchema,
      clinicDetailsSchema.shape.clinicName,
      clinicDetailsSchema.shape.doctorName,
    ])
      expect(schema.safeParse(name).success).toBe(false);
  });

  it.each(evasions)('is no way to reach its author: %j', (name) => {
    expect(firstNameSchema.safeParse(name).error?.issues[0]?.message).toBe(
      'auth.error.name_contact',
    );
  });

  it('may be any of 2,000 real names of twelve languages', () => {
    expect(innocentNames.length).toBeGreaterThan(2_000);
    expect(evasions.length).toBeGreaterThanOrEqual(60);
    expect(innocentNames.filter((name) => !firstNameSchema.safeParse(name).success)).toEqual([]);
  });
});
