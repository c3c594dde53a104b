import type { FieldMetadata } from '@conform-to/react';
import { useText } from '#app/i18n/use-text';
import { controlStyle } from '../components/control-style';
import { cx } from '../components/cx';
import { Field } from '../components/field';
import { useHydrated } from '../components/use-hydrated';
import { CodeBoxes } from './code-boxes';

interface CodeFieldProps {
  meta: FieldMetadata<string>;
  answer: unknown;
  onChange: (code: string) => void;
}

/** Six digits in six boxes; without script one plain field. */
export function CodeField({ meta, answer, onChange }: CodeFieldProps) {
  const t = useText();
  const hydrated = useHydrated();
  return (
    <Field id={meta.id} label={t('auth.code.label')} errors={meta.errors}>
      {(aria) =>
        hydrated ? (
          <CodeBoxes {...aria} name={meta.name} answer={answer} onCode={onChange} />
        ) : (
          <input
            {...aria}
            name={meta.name}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            className={cx(controlStyle, 'tnum max-w-40 text-xl tracking-widest')}
          />
        )
      }
    </Field>
  );
}
