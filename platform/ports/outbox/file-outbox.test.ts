import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outboxMailer } from '../mailer/outbox.server';
import { openOutbox } from '../outbox';
import { outboxSms } from '../sms/outbox.server';

describe('the outbox', () => {
  let folder: string;
  beforeEach(() => {
    folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'outbox-')), 'outbox');
  });
  afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

  it('is empty before the first message', async () => {
    expect(await openOutbox(folder).list()).toEqual([]);
  });

  it('lists newest first, by recipient when asked', async () => {
    const outbox = openOutbox(folder);
    await outboxSms(outbox).send({ to: '+12125550123', text: 'one', key: '1' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await outboxMailer(outbox).send({
      to: 'a@example.com',
      subject: 'Hello',
      text: 'two',
      key: '2',
    });
    const id = expect.stringMatching(/^\d{15}-[0-9a-f]{32}$/) as string;
    expect(await outbox.list()).toEqual([
      {
        id,
        channel: 'email',
        to: 'a@example.com',
        subject: 'Hello',
        text: 'two',
        at: expect.any(String) as string,
      },
      {
        id,
        channel: 'sms',
        to: '+12125550123',
        subject: null,
        text: 'one',
        at: expect.any(String) as string,
      },
    ]);
    expect(await outbox.list({ to: '+12125550123' })).toHaveLength(1);
    expect(await outbox.list({ to: '+1212555012' })).toEqual([]);
    expect(await outbox.list({ limit: 1 })).toHaveLength(1);
  });

  it('reads one message by its id, and nothing else that lies there', async () => {
    const outbox = openOutbox(folder);
    const mail = { to: 'a@example.com', subject: 'Hello', text: 'two', html: '<p>two</p>' };
    await outboxMailer(outbox).send({ ...mail, key: '3' });
    const [listed] = await outbox.list();
    expect(await outbox.read(listed!.id)).toEqual(listed);
    expect(listed).toMatchObject(mail);
    for (const id of ['', 'x', '../outbox', `../outbox/${listed!.id}`, `${listed!.id}.json`])
      expect(await outbox.read(id)).toBeNull();
  });

  it('keeps a repeated message once, in files of its owner only', async () => {
    const outbox = openOutbox(folder);
    for (let i = 0; i < 3; i += 1)
      await outbox.put({ channel: 'sms', to: 'x', subject: null, text: 'y', key: 'k' });
    const files = readdirSync(folder);
    expect(files).toHaveLength(1);
    expect(statSync(path.join(folder, files[0]!)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});
