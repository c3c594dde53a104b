import {
  priorityOf,
  specialtiesOf,
  type Budget,
  type Category,
  type City,
  type Timeline,
} from '#contracts/consultation';
import type { ClinicLeadsQuery } from '#contracts/exchange';
import { normalized } from '#platform/text/text';

export interface Truth {
  readonly id: string;
  readonly name: string | null;
  readonly treatment: Category;
  readonly sub_treatment: string;
  readonly body_area: string;
  readonly locations: City[];
  readonly budget: Budget | null;
  readonly timeline: Timeline | null;
  readonly widened: boolean;
}

/** What clinics may find, said once more without the code under test. */
export const truthSql = `select l.*, p.first_name || ' ' || upper(left(p.last_name, 1)) || '.' as name
    from leads.lead l left join identity.patient p on p.id = l.patient_id
    where l.status in ('reviewed', 'offers_received') order by l.published_at desc, l.id desc`;

const letters = (text: string) =>
  normalized(text.toLowerCase(), 'NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const firstOf: Record<string, readonly (string | null)[]> = {
  'under-1000': ['under-1000'],
  '1000-5000': ['1000-5000'],
  '5000-10000': ['5000-10000'],
  'over-10000': ['10000-20000', 'over-20000'],
};

export function fits(
  row: Truth,
  profile: { specialties: readonly string[]; city: string },
  query: ClinicLeadsQuery,
) {
  const seen =
    row.widened || row.locations.length === 0 || row.locations.includes(profile.city as City);
  const q = letters(query.q ?? '');
  const found =
    [row.treatment, row.sub_treatment, row.body_area, ...row.locations].some((label) =>
      letters(label).includes(q),
    ) || ` ${letters(row.name ?? '')}`.includes(` ${q}`);
  return (
    seen &&
    found &&
    specialtiesOf[row.treatment].some((own) => profile.specialties.includes(own)) &&
    (!query.treatment || row.treatment === query.treatment) &&
    (!query.location || row.locations.length === 0 || row.locations.includes(query.location)) &&
    (!query.priority || priorityOf(row.timeline) === query.priority) &&
    (!query.budget || firstOf[query.budget]!.includes(row.budget))
  );
}
