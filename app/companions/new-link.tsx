import { Copy, Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { controlStyle } from '../components/control-style';
import { useHydrated } from '../components/use-hydrated';
import { useText } from '#app/i18n/use-text';

/** The address of a link that was just made, to be given away: it is shown this once. */
export function NewLink({ address }: { address: string }) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const [copied, setCopied] = useState<'copied' | 'selected' | null>(null);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(address);
      setCopied('copied');
    } catch {
      // Addresses that the browser does not trust have no clipboard: the text is selected for its own menu.
      setCopied('selected');
    }
  };
  // Whoever closes the dialog of the system has changed their mind.
  const share = () => navigator.share({ url: address }).catch(() => undefined);
  return (
    <Banner tone="ok" title={t('companions.made.title')}>
      <p>{t('companions.made.text')}</p>
      <label htmlFor="companion-link" className="mt-3 mb-1 block font-semibold">
        {t('companions.made.label')}
      </label>
      <input
        ref={field}
        id="companion-link"
        type="text"
        readOnly
        translate="no"
        value={address}
        className={controlStyle}
      />
      {hydrated ? (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button type="button" onClick={() => void copy()}>
            <Copy aria-hidden="true" className="size-5" />
            {t('companions.made.copy')}
          </Button>
          {typeof navigator.share === 'function' ? (
            <Button type="button" variant="secondary" onClick={() => void share()}>
              <Share2 aria-hidden="true" className="size-5" />
              {t('companions.made.share')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <p role="status" className="mt-2 min-h-6 text-sm">
        {copied ? t(`companions.made.${copied}`) : ''}
      </p>
    </Banner>
  );
}
