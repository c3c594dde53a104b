import type { Source } from './line';

const opened = '2026-11-22';
const page = (title: string, address: string): Source => ({ title, address, opened });

/** Pages that were opened and read, each for the lines that name it. */
export const sources = {
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
