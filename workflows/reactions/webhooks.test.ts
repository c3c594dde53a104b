import { switchOffFailing } from '#modules/webhooks';
import { system } from '#platform/base/actor';
import { usedEndpoint } from '../../modules/webhooks/testing';
import { signedInClinic } from '../../tests/kit/clinics';
import { provePages } from '../../tests/kit/event-proof';
import { newId } from '#platform/base/ids';
import { webhookPages } from './webhooks';

provePages(webhookPages, {
  'webhooks.switched-off': [
    {
      by: 'webhooks.switch-off',
      arrange: async (kit) => {
        const { clinicId } = await signedInClinic(kit.ctx());
        const { endpoint } = await usedEndpoint(kit.ctx(), clinicId);
        const { pool } = kit.services.database;
        await pool.query(
          `update webhooks.delivery set state = 'failed', ended_at = platform.now() + interval '1 s'`,
        );
        await pool.query(
          `insert into webhooks.delivery (id, receiver_id, clinic_id, type, thing, ids, happened_at, state, tries, due_at)
            values ($1, $2, $3, 'offer.expired', $1, '{}', now(), 'waiting', 0, now())`,
          [newId(), endpoint, clinicId],
        );
        return () => switchOffFailing(kit.ctx(system('webhooks.switch-off')));
      },
    },
  ],
});
