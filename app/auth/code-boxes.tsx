import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from 'input-otp';
import { useEffect, useRef, useState, type ClipboardEvent, type ComponentProps } from 'react';
import { codeLength } from '#contracts/identity';
import { cx } from '../components/cx';
import { useTypedSoFar } from './typed-so-far';

interface CodeBoxesProps extends Pick<
  ComponentProps<'input'>,
  'aria-describedby' | 'aria-invalid'
> {
  id: string;
  name: string;
  /** Changes with every answer of the server: a code that was refused makes room for another. */
  answer: unknown;
  onCode: (code: string) => void;
}

const digits = (text: string): string => text.replace(/\D/g, '').slice(0, codeLength);

/** The library adds a style element; the policy of the page lets in what carries its nonce. */
const pageNonce = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

function Box({ char, isActive, hasFakeCaret }: SlotProps) {
  return (
    <div
      className={cx(
        'tnum grid h-12 min-w-0 flex-1 place-items-center rounded-md border bg-surface text-2xl',
        isActive ? 'border-2 border-brand' : 'border-line-strong',
      )}
    >
      {char ?? (hasFakeCaret ? <span className="h-6 w-px bg-ink" /> : null)}
    </div>
  );
}

/**
 * One real field under six drawn boxes: typing moves on, backspace moves back, paste and the codes that
 * phones offer fill all six.
 */
export function CodeBoxes({ answer, onCode, ...input }: CodeBoxesProps) {
  const typed = useTypedSoFar(input.id);
  const [code, setCode] = useState(() => digits(typed));
  const opened = useRef(false);
  // Where the code is typed is where the focus is: when the step opens, and when a code was refused.
  useEffect(() => {
    if (opened.current && answer === undefined) return;
    if (opened.current) setCode('');
    opened.current = true;
    document.getElementById(input.id)?.focus();
  }, [answer, input.id]);
  useEffect(() => onCode(code), [code, onCode]);
  const replaceAll = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = digits(event.clipboardData.getData('text/plain'));
    if (pasted.length < codeLength) return;
    event.preventDefault();
    // The library would put it where the caret is, which in full boxes is the last one.
    event.stopPropagation();
    setCode(pasted);
  };
  return (
    <OTPInput
      {...input}
      maxLength={codeLength}
      pattern={REGEXP_ONLY_DIGITS}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={code}
      onChange={setCode}
      onPasteCapture={replaceAll}
      pasteTransformer={digits}
      pushPasswordManagerStrategy="none"
      noScriptCSSFallback={null}
      nonce={pageNonce()}
      containerClassName="w-full max-w-82"
      render={({ slots }) => (
        <div className="flex w-full gap-2" aria-hidden="true">
          {slots.map((slot, index) => (
            <Box key={index} {...slot} />
          ))}
        </div>
      )}
    />
  );
}
