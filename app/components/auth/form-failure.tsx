import { useText } from '#app/i18n/use-text';
import { Banner } from '../banner';

const texts: Record<string, string> = { network: 'error.network' };

/** What conform knows nothing of: no answer came. `fallback` is the text for failures without one of their own. */
export function FormFailure({ code, fallback }: { code: string | undefined; fallback?: string }) {
  const t = useText();
  const key = code && (texts[code] ?? fallback);
  return key ? (
    <Banner tone="danger" className="mb-6">
      {t(key)}
    </Banner>
  ) : null;
}
