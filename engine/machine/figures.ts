import { defineHistogram } from '#platform/metrics/define';

/** Of those that had an event to send; a sweep fires the late ones. */
export const timerLateness = defineHistogram({
  name: 'timer_lateness_seconds',
  help: 'How long after their time timers fired',
  buckets: [0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 900, 3_600],
});
