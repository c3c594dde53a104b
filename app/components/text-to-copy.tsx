import { useActionData } from '@remix-run/react';
import { useRef, useState } from 'react';
import { useText } from '#app/i18n/use-text';
import { Button } from './button';
import { controlStyle } from './control-style';
import { Field } from './field';
import { useHydrated } from './use-hydrated';

interface TextToCopyProps {
  text: string;
  label: string;
  hint: string;
  /** Of the button. */
  copy: string;
  rows: number;
}

/** A text that is taken elsewhere, ready to be selected; with scripts a button copies it. */
export function TextToCopy({ text, label, hint, copy, rows }: TextToCopyProps) {
  const t = useText();
  const area = useRef<HTMLTextAreaElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'copy_failed' | null>(null);
  const isHydrated = useHydrated();
  const take = async (): Promise<void> => {
    area.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('copy_failed');
    }
  };
  return (
    <div className="space-y-3">
      <Field id="to-copy" label={label} hint={hint}>
        {(aria) => (
          <textarea
            {...aria}
            ref={area}
            readOnly
            rows={rows}
            dir="ltr"
            spellCheck={false}
            value={text}
            className={`${controlStyle} font-mono text-sm wrap-anywhere`}
          />
        )}
      </Field>
      {isHydrated ? (
        <Button type="button" onClick={take}>
          {copy}
        </Button>
      ) : null}
      <p role="status">{outcome ? t(`common.${outcome}`) : null}</p>
    </div>
  );
}

/**
 * What the page's action has made last, which is shown once (`{ made }` of its answer). A page that loads anew, since something it
 * shows has changed, forgets that answer; this outlives it.
 */
export function useMade<T extends object | string>(): T | undefined {
  const made = (useActionData() as { made?: T } | undefined)?.made;
  const [kept, setKept] = useState(made);
  if (made !== undefined && made !== kept) setKept(made);
  return made ?? kept;
}
