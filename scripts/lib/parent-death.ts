/**
 * Ends this process when its supervisor dies, however that happens: the channel between them closes.
 * The process' own SIGTERM handling does the work; what hangs after five seconds is cut off.
 */
export function endWithSupervisor(): void {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), 5_000).unref();
  });
  // A process that has finished must end, though its supervisor still listens.
  process.channel?.unref();
}
