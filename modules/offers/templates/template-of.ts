import type { SubTreatment } from '#contracts/consultation';
import type { TemplateLine } from './line';
import { sources } from './sources';

/** What every treatment is asked about. */
const genericLines = [
  { key: 'consultation' },
  { key: 'procedure' },
  { key: 'anaesthesia' },
  { key: 'medication' },
  { key: 'follow-up' },
  { key: 'revision' },
] as const satisfies readonly TemplateLine[];

const because = (key: string, source: keyof typeof sources): TemplateLine => ({
  key,
  source: sources[source],
});

const transplanted = [
  because('surgeon-performs', 'hairSurgeon'),
  because('further-session', 'hairSessions'),
];

/**
 * What decides price or safety in one treatment, besides. A line without a page that somebody has opened and read is not
 * here; a treatment for which there is none yet has the generic lines alone.
 */
const ownLines: Partial<Record<SubTreatment, readonly TemplateLine[]>> = {
  'Teeth Whitening': [
    because('dental-check', 'whiteningRules'),
    because('whitening-trays', 'whiteningTrays'),
  ],
  'Dental Implants': [
    because('ct-planning', 'implantCosts'),
    because('implant-components', 'implantCosts'),
    because('crown-on-implant', 'implantCosts'),
  ],
  'Orthodontics (Braces)': [
    because('brace-adjustments', 'braceFees'),
    because('retainers', 'braceFees'),
    because('retainer-reviews', 'braceFees'),
    because('extractions', 'braceFees'),
  ],
  'Root Canal': [
    because('dental-imaging', 'rootCanalFactors'),
    because('final-restoration', 'rootCanalCosts'),
  ],
  'Dental Crown': [because('core-build-up', 'crownPreparation')],
  'Tooth Extraction': [
    because('surgical-extraction', 'extractionKinds'),
    because('sedation', 'extractionSedation'),
  ],
  'Gum Treatment': [
    because('root-planing', 'rootPlaning'),
    because('gum-maintenance', 'gumMaintenance'),
  ],
  'Hair Transplant (FUE)': transplanted,
  'Hair Transplant (FUT)': [...transplanted, because('stitch-removal', 'hairSessions')],
  'Scalp Micropigmentation': [
    because('all-sessions', 'pigmentSessions'),
    because('touch-up', 'pigmentTouchUps'),
  ],
  'Rhinoplasty (Nose Job)': [
    because('facility-fee', 'noseCosts'),
    because('cartilage-graft', 'noseGrafts'),
  ],
  'Breast Augmentation': [because('implant-replacement', 'breastImplants')],
  Liposuction: [
    because('overnight-stay', 'liposuction'),
    because('compression-garment', 'liposuction'),
    because('stitch-removal', 'liposuction'),
  ],
  'Tummy Tuck': [
    because('overnight-stay', 'tummyRecovery'),
    because('drain-removal', 'tummyDrains'),
    because('compression-garment', 'tummyRecovery'),
    because('stitch-removal', 'tummyRecovery'),
  ],
  Facelift: [because('overnight-stay', 'facelift'), because('stitch-removal', 'facelift')],
  'Botox & Fillers': [
    because('prescriber-consultation', 'injectionPrescription'),
    because('qualified-practitioner', 'injections'),
  ],
  'Blepharoplasty (Eyelid)': [because('stitch-removal', 'eyelids')],
  'Laser Hair Removal': [
    because('patch-test', 'laserPatchTest'),
    because('all-sessions', 'laserSessions'),
  ],
  'Mole Removal': [because('histology', 'moleHistology')],
  'Skin Cancer Screening': [
    because('dermoscopy', 'skinScreening'),
    because('biopsy', 'skinScreening'),
  ],
};

/** The lines of an offer for a treatment, in the order shown: the generic ones first. */
export const templateOf = (treatment: SubTreatment): readonly TemplateLine[] => [
  ...genericLines,
  ...(ownLines[treatment] ?? []),
];
