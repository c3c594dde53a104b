import { lazy } from 'react';
import type { MachineDiagram } from '#platform/staff-records';
import { LazyPart } from '../components/lazy-part';
import { Panel } from '../components/panel';
import { useText } from '../text';
import { TransitionsList } from './transitions-list';

// The drawing brings a layout library along that no other screen needs.
const Diagram = lazy(() => import('./diagram'));

/** The machine of an instance as a drawing, and the same in words. */
export function MachineDrawn({ machine, diagram }: { machine: string; diagram: MachineDiagram }) {
  const t = useText();
  return (
    <Panel title={t('console.workflows.machine_drawn')}>
      {diagram.states.length === 0 ? (
        <p className="text-ink-soft">{t('console.workflows.no_diagram')}</p>
      ) : (
        <>
          <LazyPart
            wait={
              <span
                role="status"
                aria-label={t('console.loading')}
                className="skeleton block h-72 rounded-md"
              />
            }
          >
            <Diagram diagram={diagram} />
          </LazyPart>
          <TransitionsList machine={machine} diagram={diagram} />
        </>
      )}
    </Panel>
  );
}
