import { type PointerEvent, type ReactNode, useId, useRef } from 'react';
import { useText } from '#app/i18n/use-text';
import { barHeight, barLimits, type EyeBar, movedBar } from './eye-bar';

interface BarProps {
  bar: EyeBar;
  onBar: (bar: EyeBar) => void;
}

/** A picture with a bar over it that is dragged to where the eyes are. */
export function CoveredPicture({ bar, onBar, children }: BarProps & { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    const area = box.current?.getBoundingClientRect();
    if (!area || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const x = (event.clientX - area.left) / area.width;
    const y = (event.clientY - area.top) / area.height;
    onBar(movedBar(bar, { x, y }));
  };
  return (
    <div ref={box} className="relative overflow-hidden rounded-md">
      {children}
      <div
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        className="absolute -translate-x-1/2 -translate-y-1/2 cursor-move touch-none"
        style={{
          left: `${bar.x * 100}%`,
          top: `${bar.y * 100}%`,
          width: `${bar.width * 100}%`,
          // As it is drawn into the picture, whatever the colours of the page.
          backgroundColor: '#000',
          forcedColorAdjust: 'none',
          aspectRatio: `1 / ${barHeight}`,
        }}
      />
    </div>
  );
}

/** The same by keyboard, and how wide the bar is. */
export function BarControls({ bar, onBar }: BarProps) {
  const t = useText();
  return (
    <div className="mt-3 space-y-2">
      <p className="text-sm text-ink-soft">{t('photos.bar.text')}</p>
      {(['x', 'y', 'width'] as const).map((part) => (
        <BarRange
          key={part}
          label={t(`photos.bar.${part}`)}
          least={part === 'width' ? barLimits.least : 0}
          value={bar[part]}
          onValue={(value) => onBar(movedBar(bar, { [part]: value }))}
        />
      ))}
    </div>
  );
}

interface BarRangeProps {
  label: string;
  least: number;
  value: number;
  onValue: (value: number) => void;
}

function BarRange({ label, least, value, onValue }: BarRangeProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <label htmlFor={id} className="w-32 text-sm">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={Math.round(least * 100)}
        max={100}
        value={Math.round(value * 100)}
        onChange={({ currentTarget }) => onValue(Number(currentTarget.value) / 100)}
        className="h-6 min-w-0 flex-1 basis-40 accent-brand"
      />
    </div>
  );
}
