import { decisionMonths } from '#modules/clinic-onboarding';
import { reviewMonths } from '#modules/deals';
import type { Ctx } from '#platform/context';
import { perMonth, type Month } from '#platform/time/month-series';

const series = { ...reviewMonths, ...decisionMonths };
type Series = keyof typeof series;

/** Smaller ones say more about one person than about us. */
const smallest = 5;
const months = 12;

/** A figure that is shown: a number, `few` for one that is too small, null where there is nothing to say. */
export type ShownFigure = number | 'few' | null;
export interface ReportedMonth {
  readonly month: string;
  readonly figures: Readonly<Record<Series, ShownFigure>>;
}

const isCount = (name: string): boolean => name !== 'clinics.minutes';

const shown = ({ month, figures }: Month<Series>): ReportedMonth => ({
  month,
  figures: Object.fromEntries(
    Object.entries(figures).map(([name, count]) => [
      name,
      isCount(name) && count !== null && count > 0 && count < smallest ? 'few' : count,
    ]),
  ) as Record<Series, ShownFigure>,
});

/** The last twelve months that are over and in which something happened, newest first; each is counted once. */
export async function transparencyReport(ctx: Ctx): Promise<ReportedMonth[]> {
  const all = await perMonth(ctx, series, months);
  return all
    .filter(({ figures }) => Object.values(figures).some((count) => count !== null && count > 0))
    .map(shown);
}
