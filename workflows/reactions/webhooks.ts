import { webhookEvents, webhooksPath } from '#contracts/webhooks';
import { eventPage, itsClinic } from './event-page';

/** What happens to the endpoints of a clinic; what they hear of is a step of each such event. */
export const webhookPages = [
  eventPage(webhookEvents['webhooks.switched-off'], {
    when: 'An endpoint took nothing for three days, or answered that it is gone: it is switched off.',
    causedBy: ['webhooks.switch-off'],
    rows: {
      'webhooks.receiver': 'off_because, state',
      'webhooks.delivery': 'ended_at, state',
    },
    notify: {
      'webhooks.switched-off': {
        about: 'account',
        topic: 'account',
        by: 'both',
        to: itsClinic,
        ids: ({ clinicId, endpointId }) => ({ clinicId, endpointId }),
        page: () => webhooksPath,
        values: () => Promise.resolve({}),
      },
    },
  }),
];
