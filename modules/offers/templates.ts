import type { SubTreatment } from '#contracts/consultation';
import type { Unit } from './values';

/** A public page that says why a line belongs into an offer, as somebody opened and read it. */
export interface Source {
  readonly title: string;
  readonly address: string;
  /** YYYY-MM-DD. */
  readonly opened: string;
}

/** What an offer says of itself in one line; what people read is the message `offers.item.<key>`. */
export interface TemplateLine {
  /** Stable: offers hold it for good. */
  readonly key: string;
  /** Of each line that decides price or safety in one treatment; the generic ones need none. */
  readonly source?: Source;
  /** In what it can be counted, the usual one first; a line without units takes no quantity. */
  readonly units?: readonly Unit[];
  /** A make or a material decides what it is worth. */
  readonly isBranded?: boolean;
  /** Nobody misses it in an offer that says nothing of it: it is there where the clinic states it. */
  readonly isOptional?: boolean;
}

const opened = '2026-11-22';
const page = (title: string, address: string): Source => ({ title, address, opened });

/** Pages that were opened and read, each for the lines that name it. */
const sources = {
  whiteningRules: page(
    'British Dental Association: Teeth whitening',
    'https://www.bda.org/what-we-do/campaigns-and-advocacy/priorities/improving-oral-health/teeth-whitening/',
  ),
  whiteningTrays: page(
    'Border Perio: Tooth whitening',
    'https://borderperio.co.uk/tooth-whitening.php',
  ),
  implantCosts: page(
    'The cost of dental implants in the UK',
    'https://cosmetic-dental-treatments.info/replacing-missing-teeth/dental-implants/the-cost-of-dental-implants-uk/',
  ),
  braceFees: page(
    'Devonshire House: Further information (Orthodontics)',
    'http://www.devonshirehousedental.co.uk/orthodontics-further-information',
  ),
  rootCanalCosts: page(
    'How much does root canal treatment cost?',
    'http://www.animated-teeth.com/root_canal/t8_root_canal_cost.htm',
  ),
  rootCanalFactors: page(
    'Root canal cost',
    'https://www.bestdentistguide.com/general-dentistry/root-canal-cost/',
  ),
  crownPreparation: page('Crown', 'https://fortworthtexasdentist.com/glossary/crown'),
  extractionKinds: page(
    'NHS tooth extraction cost: simple and surgical',
    'https://nhsdentistcost.com/nhs-extraction-cost',
  ),
  extractionSedation: page(
    'Surgical removal of wisdom teeth',
    'https://www.keithsmithomfs.co.uk/procedures/surgical-removal-of-wisdom-teeth/',
  ),
  rootPlaning: page(
    'Gingivitis (gum disease)',
    'https://prioryhousedentalcentre.co.uk/patientinformation/gingivitis-gum-disease',
  ),
  gumMaintenance: page(
    'Gum disease treatment: types and treatments',
    'https://angelsmile.co.uk/gum-disease-treatment',
  ),
  hairSurgeon: page(
    'WebMD: Hair transplant surgery, what to look for in a surgeon',
    'http://www.webmd.com/skin-problems-and-treatments/hair-loss/what-look-surgeon?page=2',
  ),
  hairSessions: page(
    'Hair transplants: a remedy for going bald',
    'https://www.topdoctors.co.uk/medical-articles/hair-transplants-a-remedy-for-going-bald',
  ),
  pigmentSessions: page(
    'Scalp micropigmentation: how many sessions will you need?',
    'https://www.scalpguru.com/smp/how-many-sessions-will-you-need/',
  ),
  pigmentTouchUps: page(
    'Scalp micropigmentation touch-ups',
    'https://pureinksmp.com/scalp-micropigmentation-touch-ups/',
  ),
  noseCosts: page(
    'How much does a rhinoplasty actually cost?',
    'https://biologyinsights.com/how-much-does-a-rhinoplasty-actually-cost',
  ),
  noseGrafts: page('Rhinoplasty cost', 'https://zarrabimd.com/blog/rhinoplasty-cost/'),
  breastImplants: page(
    'NHS Direct Wales: Breast implants',
    'https://www.nhsdirect.wales.nhs.uk/encyclopaedia/b/article/breastimplants',
  ),
  liposuction: page(
    'Recovering after liposuction',
    'https://clearchemist.co.uk/az-health/liposuction/recovering-after-liposuction',
  ),
  tummyDrains: page(
    'Tummy tuck recovery: post-operative drains',
    'https://www.centralohioplasticsurgery.com/abdominoplasty/tummy-tuck-recovery-columbus-post-operative-drains/',
  ),
  tummyRecovery: page(
    'Tummy tuck recovery',
    'https://222health.com/surgeries-operations/plastic-surgery/62434.html',
  ),
  facelift: page(
    'Pinehill Hospital: Facelift recovery',
    'https://www.pinehillhospital.co.uk/treatments/cosmetic-surgery/face-lift/facelift-recovery',
  ),
  injections: page(
    'NHS: Botox, peels, fillers and dermabrasion',
    'http://www.nhs.uk/Livewell/cosmeticsurgery/Pages/Non-surgicalprocedures.aspx',
  ),
  injectionPrescription: page(
    'How to tell if your Botox practitioner is properly trained',
    'https://www.cosmeticskinclinic.com/advice-centre/how-to-tell-if-your-botox-practitioner-is-properly-trained/',
  ),
  eyelids: page(
    'Blepharoplasty (eyelid surgery)',
    'http://absoluteaesthetics.co.uk/treatment/blepharoplasty/',
  ),
  laserPatchTest: page(
    'Patch tests for laser hair removal',
    'https://www.healthcentre.org.uk/laser-hair-removal/lhr-patch-tests.html',
  ),
  laserSessions: page(
    'Laser hair removal: consultation and patch test',
    'https://www.laserchic.co.uk/laser-hair-removal-consultation/',
  ),
  moleHistology: page(
    'Mole removal',
    'https://northern-medical.co.uk/minor-surgery/mole-removal-newcastle',
  ),
  skinScreening: page(
    'Englewood Health: Skin cancer screening',
    'https://englewoodhealth.org/service/cancer-care/skin-cancer/skin-cancer-screening-and-diagnosis',
  ),
} as const satisfies Record<string, Source>;

/** What every treatment is asked about. */
const genericLines: readonly TemplateLine[] = [
  { key: 'consultation', units: ['visits'] },
  { key: 'procedure', isBranded: true },
  { key: 'anaesthesia' },
  { key: 'medication', units: ['days'], isBranded: true },
  { key: 'follow-up', units: ['visits'] },
  { key: 'revision', units: ['sessions'] },
];

/** What a clinic may add for whoever travels to it. */
const travelLines: readonly TemplateLine[] = [
  { key: 'hotel', units: ['nights'], isOptional: true },
  { key: 'transfer', units: ['rides'], isOptional: true },
  { key: 'interpreter', units: ['days', 'visits'], isOptional: true },
];

/** In what the procedure itself is counted; in sessions where nothing else is named. */
const procedureUnits: Partial<Record<SubTreatment, readonly Unit[]>> = {
  'Dental Implants': ['implants', 'teeth'],
  'Root Canal': ['teeth'],
  'Dental Crown': ['crowns', 'teeth'],
  'Tooth Extraction': ['teeth'],
  'Gum Treatment': ['teeth', 'sessions'],
  'Teeth Whitening': ['sessions', 'teeth'],
  'Orthodontics (Braces)': ['visits', 'teeth'],
  'Other Dental': ['teeth', 'crowns', 'implants', 'sessions'],
  'Hair Transplant (FUE)': ['grafts', 'sessions'],
  'Hair Transplant (FUT)': ['grafts', 'sessions'],
  'Beard Transplant': ['grafts', 'sessions'],
  'Eyebrow Transplant': ['grafts', 'sessions'],
  'Other Hair Treatment': ['sessions', 'grafts'],
  'Breast Augmentation': ['implants'],
  Liposuction: ['areas'],
  'Botox & Fillers': ['areas', 'millilitres', 'sessions'],
  'Laser Hair Removal': ['sessions', 'areas'],
  'Mole Removal': ['pieces'],
  'Scar Treatment': ['sessions', 'areas'],
};

/** In what the lines of single treatments are counted, by their keys. */
const ownUnits: Readonly<Record<string, readonly Unit[]>> = {
  'whitening-trays': ['pieces'],
  'implant-components': ['implants'],
  'crown-on-implant': ['crowns'],
  'brace-adjustments': ['visits'],
  retainers: ['pieces'],
  'retainer-reviews': ['visits'],
  extractions: ['teeth'],
  'surgical-extraction': ['teeth'],
  'final-restoration': ['teeth'],
  'core-build-up': ['teeth'],
  'root-planing': ['sessions'],
  'gum-maintenance': ['visits'],
  'further-session': ['sessions'],
  'all-sessions': ['sessions'],
  'touch-up': ['sessions'],
  'implant-replacement': ['implants'],
  'overnight-stay': ['nights'],
  'compression-garment': ['pieces'],
  histology: ['pieces'],
  biopsy: ['pieces'],
};

const branded = new Set([
  'implant-components',
  'crown-on-implant',
  'final-restoration',
  'core-build-up',
  'retainers',
  'whitening-trays',
]);

const because = (key: string, source: keyof typeof sources): TemplateLine => ({
  key,
  source: sources[source],
  ...(ownUnits[key] ? { units: ownUnits[key] } : {}),
  ...(branded.has(key) ? { isBranded: true } : {}),
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

/** The lines of an offer for a treatment, in the order shown: the generic ones first, what is optional last. */
export const templateOf = (treatment: SubTreatment): readonly TemplateLine[] => [
  ...genericLines.map((line) =>
    line.key === 'procedure'
      ? { ...line, units: procedureUnits[treatment] ?? (['sessions'] as const) }
      : line,
  ),
  ...(ownLines[treatment] ?? []),
  ...travelLines,
];
