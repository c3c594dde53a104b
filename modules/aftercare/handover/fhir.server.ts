import type {
  Bundle,
  CarePlan,
  CodeableConcept,
  Composition,
  CompositionSection,
  ContactPoint,
  Device,
  Element,
  FhirResource,
  Narrative,
  Organization,
  Patient,
  Practitioner,
  PractitionerRole,
  Procedure,
  Reference,
} from 'fhir/r4';
import { createHash } from 'node:crypto';
import { directionOf, type Locale } from '#platform/base/locale';
import { escapeMarkup } from '#platform/text/markup';
import type { Handover, HandoverWords } from './content';
import {
  handoverDocument,
  type Block,
  type Given,
  type Section,
  type SectionName,
} from './document';

const loinc = (code: string, display: string): CodeableConcept => ({
  coding: [{ system: 'http://loinc.org', code, display }],
});

/**
 * LOINC 34133-9 stands for a summary of one episode, from its plan to what is to be done after it, whoever wrote it. A
 * discharge summary (18842-5) would claim a stay, a procedure note (28570-0) what only the one who operated can write.
 */
const documentType = loinc('34133-9', 'Summary of episode note');

/** Of sections that a receiving system may sort by; the other ones have a title only. */
const sectionCodes: Partial<Record<SectionName | 'plan', CodeableConcept>> = {
  done: loinc('47519-4', 'History of Procedures Document'),
  used: loinc('46264-8', 'History of medical device use'),
  plan: loinc('18776-5', 'Plan of care note'),
};

const emptyReason: CodeableConcept = {
  coding: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/list-empty-reason',
      code: 'unavailable',
      display: 'Unavailable',
    },
  ],
};

/** In place of what was not given. */
const absent: Element = {
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
      valueCode: 'unknown',
    },
  ],
};

/** A text without spaces around it; undefined where nothing is left, since FHIR has no empty texts. */
const said = (text: string | null | undefined): string | undefined => text?.trim() || undefined;

/** A uuid of its own for each part of a deal's handover, the same whenever it is made (RFC 9562, version 8). */
function uuidOf(dealId: string, part: string): string {
  const hex = createHash('sha256').update(`handover ${dealId} ${part}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]!;
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

const urn = (uuid: string): string => `urn:uuid:${uuid}`;
const uri = 'urn:ietf:rfc:3986';

type Refers = (part: string) => Reference;

const telecomOf = (all: Partial<Record<'phone' | 'email' | 'url', string | null>>) => {
  const points = Object.entries(all).flatMap(([system, value]): ContactPoint[] => {
    const text = said(value);
    return text ? [{ system: system as 'phone' | 'email' | 'url', value: text, use: 'work' }] : [];
  });
  return points.length > 0 ? points : undefined;
};

function patientOf({ patient }: Handover): Patient {
  const name = said(patient.name);
  return {
    resourceType: 'Patient',
    name: [name ? { text: name } : absent],
    communication: [
      {
        language: { coding: [{ system: 'urn:ietf:bcp:47', code: patient.language }] },
        preferred: true,
      },
    ],
  };
}

function organizationOf({ clinic }: Handover, words: HandoverWords): Organization {
  const lines = said(clinic.address);
  const place = words.place(clinic);
  return {
    resourceType: 'Organization',
    type: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/organization-type',
            code: 'prov',
            display: 'Healthcare Provider',
          },
        ],
      },
    ],
    name: clinic.name,
    telecom: telecomOf({ phone: clinic.phone, url: clinic.website }),
    address:
      place === ''
        ? undefined
        : [
            {
              text: place,
              line: lines ? [lines] : undefined,
              city: said(clinic.city),
              country: said(clinic.country),
            },
          ],
  };
}

const practitionerOf = (name: string): Practitioner => ({
  resourceType: 'Practitioner',
  name: [{ text: name }],
});

function roleOf(person: NonNullable<Handover['used']['person']>, to: Refers): PractitionerRole {
  const role = said(person.role);
  return {
    resourceType: 'PractitionerRole',
    practitioner: to('practitioner'),
    organization: to('clinic'),
    code: role ? [{ text: role }] : undefined,
    telecom: telecomOf({ phone: person.phone, email: person.email }),
  };
}

/**
 * Treatment and body area are words of a closed list of the product's own; none of them has one code of SNOMED CT that is
 * right for every patient, so they stay words. Materials are linked from here: `Device.patient` would say that each of them
 * stays in the body, which no source states.
 */
function procedureOf(handover: Handover, words: HandoverWords, to: Refers): Procedure {
  const { treatment, done, used } = handover;
  const isDone = done.treatedOn !== null || done.confirmedBy !== null;
  const devices = used.materials.map((_, index) => to(`device ${index}`));
  return {
    resourceType: 'Procedure',
    status: isDone ? 'completed' : 'unknown',
    category: { text: treatment.category.label },
    code: { text: treatment.treatment.label },
    subject: to('patient'),
    ...(done.treatedOn === null
      ? { _performedDateTime: absent }
      : { performedDateTime: done.treatedOn }),
    performer: [{ actor: to('clinic') }],
    bodySite: treatment.bodyArea ? [{ text: treatment.bodyArea.label }] : undefined,
    note:
      done.confirmedBy === null
        ? undefined
        : [
            {
              text: `${words.text('handover.confirmed')}: ${words.text(`handover.confirmed.${done.confirmedBy}`)}`,
            },
          ],
    usedReference: devices.length > 0 ? devices : undefined,
  };
}

const deviceOf = ({ name, maker, lot }: Handover['used']['materials'][number]): Device => ({
  resourceType: 'Device',
  ...(said(maker) ? { manufacturer: said(maker) } : { _manufacturer: absent }),
  ...(said(lot) ? { lotNumber: said(lot) } : { _lotNumber: absent }),
  deviceName: [{ name, type: 'user-friendly-name' }],
});

const carePlanOf = (plan: string, handover: Handover, title: string, to: Refers): CarePlan => ({
  resourceType: 'CarePlan',
  status: 'active',
  intent: 'plan',
  title,
  description: plan,
  subject: to('patient'),
  created: handover.used.givenOn ?? undefined,
  author: to('clinic'),
});

/** Without prices: a clinical system has no use for them, and who shows it to a doctor need not show what was paid. */
const unpriced = ({ text, unpriced: rest }: Given): string => escapeMarkup(rest ?? text);

function htmlOf(block: Block): string {
  const list = (items: readonly string[]) =>
    `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  switch (block.kind) {
    case 'pairs':
      return list(
        block.pairs
          .filter(({ value }) => value.unpriced !== '')
          .map(({ label, value }) => `${escapeMarkup(label)}: ${unpriced(value)}`),
      );
    case 'table': {
      const cells = (tag: string, all: readonly string[]) =>
        `<tr>${all.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
      const head = cells(
        'th',
        block.columns.map(({ title }) => escapeMarkup(title)),
      );
      const rows = block.rows.map((row) =>
        cells(
          'td',
          row.map((lines) => lines.map(unpriced).join('<br/>')),
        ),
      );
      return `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
    }
    case 'list':
      return `<p>${escapeMarkup(block.title)}</p>${list(block.items.map(unpriced))}`;
    case 'prose':
      return [escapeMarkup(block.title), ...block.paragraphs.map(unpriced)]
        .map((line) => `<p>${line}</p>`)
        .join('');
    case 'notice':
      return `<p>${unpriced(block.value)}</p>`;
  }
}

const narrativeOf = (html: string, locale: Locale): Narrative => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml" lang="${locale}" xml:lang="${locale}"${
    directionOf(locale) === 'rtl' ? ' dir="rtl"' : ''
  }>${html}</div>`,
});

function sectionOf(
  { name, title, blocks }: Section,
  handover: Handover,
  words: HandoverWords,
  to: Refers,
): CompositionSection {
  const { materials, plan, person } = handover.used;
  const devices = materials.map((_, index) => to(`device ${index}`));
  const section: CompositionSection = {
    title,
    code: sectionCodes[name],
    text: narrativeOf(blocks.map(htmlOf).join(''), words.locale),
  };
  switch (name) {
    case 'offered':
      return section;
    case 'done':
      return { ...section, entry: [to('procedure')] };
    case 'used': {
      const own = said(plan);
      const planned: CompositionSection = {
        title: words.text('handover.plan'),
        code: sectionCodes.plan,
        text: narrativeOf(
          `<p>${escapeMarkup(own ?? words.text('handover.not-given'))}</p>`,
          words.locale,
        ),
        ...(own ? { entry: [to('plan')] } : { emptyReason }),
      };
      return {
        ...section,
        ...(devices.length > 0 ? { entry: devices } : { emptyReason }),
        section: [planned],
      };
    }
    case 'whom':
      return { ...section, entry: [to(person ? 'role' : 'clinic')] };
  }
}

/**
 * The clinic is the author, as the one that answers for what was done and used. The document is final once the clinic has
 * given its part: before, nothing is known of materials and plan.
 */
function compositionOf(handover: Handover, words: HandoverWords, to: Refers): Composition {
  const document = handoverDocument(handover, words);
  return {
    resourceType: 'Composition',
    language: words.locale,
    text: narrativeOf(
      `<p>${escapeMarkup(document.lead)}</p><p>${escapeMarkup(document.record)}</p>`,
      words.locale,
    ),
    identifier: { system: uri, value: urn(handover.dealId) },
    status: handover.used.givenOn === null ? 'preliminary' : 'final',
    type: documentType,
    subject: to('patient'),
    date: handover.madeAt,
    author: [to('clinic')],
    title: document.title,
    event:
      handover.done.treatedOn === null
        ? undefined
        : [
            {
              period: { start: handover.done.treatedOn, end: handover.done.treatedOn },
              detail: [to('procedure')],
            },
          ],
    section: document.sections.map((section) => sectionOf(section, handover, words, to)),
  };
}

/** Every resource by the name of its part, the composition first, as a document has them. */
function partsOf(
  handover: Handover,
  words: HandoverWords,
  to: Refers,
): Array<[string, FhirResource]> {
  const { person, materials } = handover.used;
  const plan = said(handover.used.plan);
  return [
    ['composition', compositionOf(handover, words, to)],
    ['patient', patientOf(handover)],
    ['clinic', organizationOf(handover, words)],
    ...(person
      ? ([
          ['practitioner', practitionerOf(person.name)],
          ['role', roleOf(person, to)],
        ] as Array<[string, FhirResource]>)
      : []),
    ['procedure', procedureOf(handover, words, to)],
    ...materials.map((material, index): [string, FhirResource] => [
      `device ${index}`,
      deviceOf(material),
    ]),
    ...(plan
      ? ([['plan', carePlanOf(plan, handover, words.text('handover.plan'), to)]] as Array<
          [string, FhirResource]
        >)
      : []),
  ];
}

/**
 * The handover pack as a document of FHIR R4: the same as the PDF but for prices and the seal, which covers them. What was not given is
 * marked as absent. The composition keeps its identifier from one making to the next, the bundle has a new one each time.
 */
export function handoverBundle(handover: Handover, words: HandoverWords): Bundle {
  const idOf = (part: string): string => uuidOf(handover.dealId, part);
  const to: Refers = (part) => ({ reference: urn(idOf(part)) });
  const document = idOf(`document ${handover.madeAt}`);
  const bundle: Bundle = {
    resourceType: 'Bundle',
    id: document,
    language: words.locale,
    identifier: { system: uri, value: urn(document) },
    type: 'document',
    timestamp: handover.madeAt,
    entry: partsOf(handover, words, to).map(([part, resource]) => ({
      fullUrl: urn(idOf(part)),
      resource: { ...resource, id: idOf(part) },
    })),
  };
  // What is undefined is no part of JSON.
  return JSON.parse(JSON.stringify(bundle)) as Bundle;
}
