import { containerOf, untilHealthy, type Place } from './start';
import { inside } from './story';
import { must } from './tools';

interface Visitors {
  asked: number;
  failed: number;
  slowest: number;
  faults: string[];
}

const rolled = ['web-1', 'web-2', 'worker-1', 'worker-2', 'pooler'] as const;
const stopSeconds = 20;

/** Stops a container in order, and starts it again. @returns seconds until it had ended, and until it was well again */
async function roll(
  place: Place,
  name: string,
): Promise<{ ended: number; well: number; code: string }> {
  const container = containerOf(place, name);
  const began = performance.now();
  await must('podman', ['stop', '-t', String(stopSeconds), container]);
  const ended = (performance.now() - began) / 1_000;
  const code = await must('podman', ['inspect', '--format={{.State.ExitCode}}', container]);
  await must('podman', ['start', container]);
  const well = await untilHealthy(place, name);
  // The proxy asks every two seconds.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  return { ended, well, code };
}

/** Rolls each process while somebody asks for pages. */
export async function rollAll(place: Place): Promise<Array<[string, string]>> {
  const lines: Array<[string, string]> = [];
  for (const name of rolled) {
    const visitors = containerOf(place, 'visitors');
    await must('podman', ['run', '-d', ...inside(place, 'visitors', 'visitors')]);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const { ended, well, code } = await roll(place, name);
    await must('podman', ['stop', '-t', '25', visitors]);
    const { asked, failed, slowest, faults } = JSON.parse(
      await must('podman', ['logs', visitors]),
    ) as Visitors;
    await must('podman', ['rm', visitors]);
    const why = failed > 0 ? ` (${[...new Set(faults)].join(', ')})` : '';
    lines.push([name, `ended in ${ended.toFixed(1)} s with ${code}, well again after ${well.toFixed(1)} s; ${asked} asked, ${failed} failed${why}, slowest ${slowest} ms`]); // prettier-ignore
  }
  return lines;
}
