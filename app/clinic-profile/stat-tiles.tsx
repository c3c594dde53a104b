import { useText } from '#app/i18n/use-text';
import { unitOf } from '../clinics/time-unit';
import { Tile } from '../profile/tiles';
import type { Overview } from './load-overview.server';

/** How the clinic fares, counted; what has too small a sample says from when on it shows. */
export function StatTiles({ figures, reputation }: Pick<Overview, 'figures' | 'reputation'>) {
  const t = useText();
  const { priceKept, answerTime } = reputation;
  const { decided } = figures;
  const count = (n: number) => t('clinic.dashboard.count', { count: n });
  const few = t('clinic.profile.tile.few');
  const none = t('clinic.profile.tile.none');
  return (
    <section aria-label={t('clinic.stats.title')}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Tile label={t('clinic.stats.sent')} note={t('clinic.stats.period')}>
          {count(figures.sent)}
        </Tile>
        <Tile
          label={t('clinic.stats.won')}
          note={t('clinic.profile.tile.of_decided', { count: decided })}
        >
          {count(figures.won)}
        </Tile>
        <Tile
          label={t('clinic.profile.tile.price_kept')}
          note={priceKept ? t('clinic.profile.tile.price_note', priceKept) : few}
        >
          {priceKept ? count(priceKept.kept) : none}
        </Tile>
        <Tile
          label={t('clinic.profile.tile.answer_time')}
          note={
            answerTime
              ? t('clinic.profile.tile.answer_note', { sample: answerTime.sample })
              : t('clinic.profile.tile.few_answers')
          }
        >
          {answerTime ? t('clinic.profile.tile.answer', unitOf(answerTime.medianMinutes)) : none}
        </Tile>
      </dl>
    </section>
  );
}
