import { stopTimes } from '#platform/base/stop-times';

/**
 * Ends this process when its supervisor dies, however that happens: the channel between them closes.
 * The process' own SIGTERM handling does the work; what hangs after its time is cut off.
 */
export function endWithSupervisor(): void {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), stopTimes.process).unref();
  });
  // A process that has finished must end, though its supervisor still listens.
  process.channel?.unref();
}
