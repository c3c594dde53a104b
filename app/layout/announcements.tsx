import type { SiteContent } from '#contracts/content';
import { useText } from '#app/i18n/use-text';
import { toneBoxes, toneIcons, toneTexts } from '../components/tone';

/** What staff tell everybody for a while. It was there before its reader came, so it interrupts nobody. */
export function Announcements({ items }: { items: SiteContent['announcements'] }) {
  const t = useText();
  if (items.length === 0) return null;
  return (
    <aside aria-label={t('common.announcements')}>
      {items.map(({ text, level }) => {
        const Icon = toneIcons[level];
        return (
          <div key={text} className={`border-b ${toneBoxes[level]}`}>
            <p className="shell flex gap-3 py-3 wrap-anywhere">
              <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${toneTexts[level]}`} />
              {text}
            </p>
          </div>
        );
      })}
    </aside>
  );
}
