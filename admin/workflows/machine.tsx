import { lazy } from 'react';
import type { MachineDiagram } from '#platform/lists/console-records';
import { LazyPart } from '../components/error-boundary';
import { Panel } from '../components/panel';
import { useText } from '../text';
import { wordsOf } from './diagram/arrows';
import { StateName } from './words';

// The drawing brings a layout library along that no other screen needs.
const Diagram = lazy(() => import('./diagram/diagram'));

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

/** The drawing in words: every transition as a row; those that lead out of the current state first. */
function TransitionsList({
  machine,
  diagram: { states, edges },
}: {
  machine: string;
  diagram: MachineDiagram;
}) {
  const t = useText();
  const current = new Set(states.filter((state) => state.current).map(({ id }) => id));
  const rows = [...edges].sort((a, b) => Number(current.has(b.from)) - Number(current.has(a.from)));
  return (
    <details className="mt-3">
      <summary className="link">
        {t('console.workflows.transitions', { count: edges.length })}
      </summary>
      <div className="mt-2 overflow-x-auto">
        <table className="list-table w-full">
          <thead>
            <tr className="text-left">
              <th scope="col">{t('console.workflows.from')}</th>
              <th scope="col">{t('console.workflows.event')}</th>
              <th scope="col">{t('console.workflows.to')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((edge, at) => (
              <tr key={at}>
                <td data-label={t('console.workflows.from')}>
                  {current.has(edge.from) ? (
                    <strong className="block">{t('console.workflows.now')}</strong>
                  ) : null}
                  <StateName machine={machine} state={edge.from} />
                </td>
                <td data-label={t('console.workflows.event')}>{wordsOf(edge)}</td>
                <td data-label={t('console.workflows.to')}>
                  <StateName machine={machine} state={edge.to} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
