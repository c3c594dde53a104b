import type { SubTreatment } from '#contracts/consultation';
import type { TemplateLine } from './line';

/** What every treatment is asked about. */
export const genericLines = [
  { key: 'consultation' },
  { key: 'procedure' },
  { key: 'anaesthesia' },
  { key: 'medication' },
  { key: 'follow-up' },
  { key: 'revision' },
] as const satisfies readonly TemplateLine[];

/** The lines of an offer for a treatment, in the order shown. */
export const templateOf = (_treatment: SubTreatment): readonly TemplateLine[] => genericLines;
