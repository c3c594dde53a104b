import type { AnyFlow } from './types';
import { delayNames } from './machine-walk';

const kebab = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[\s_.]+/g, '-')
    .toLowerCase();

/** The readable name of a timer: module, the delay's name, `elapsed` (`leads.screening-window-elapsed`). */
export function timerLabel(flow: AnyFlow, name: string): string {
  const delay = delayNames(flow.machine).get(name) ?? name;
  return `${flow.name.split('.')[0]}.${kebab(delay)}-elapsed`;
}
