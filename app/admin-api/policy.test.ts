import { describe, expect, it } from 'vitest';
import { mayExport, permitted, policy, type ResourceName, type ResourceRules } from './policy';
import { resources } from './resources/index.server';

const names = Object.keys(policy) as ResourceName[];
const rulesOf = (name: ResourceName): ResourceRules => policy[name];

describe('the policy', () => {
  it('has a row for every resource and every event, and no other', () => {
    expect(Object.keys(resources).sort()).toEqual([...names].sort());
    for (const name of names) {
      expect(resources[name].resource.name).toBe(name);
      expect(Object.keys(resources[name].resource.events).sort(), name).toEqual(
        Object.keys(policy[name].events).sort(),
      );
    }
  });

  it('keeps to admins what changes the product or its people', () => {
    const adminsOnly = names.flatMap((name) =>
      Object.entries(rulesOf(name).events)
        .filter(([, { audience }]) => audience === 'staff-admin')
        .map(([event]) => `${name}.${event}`),
    );
    expect(adminsOnly.filter((each) => !/^(staff|settings|content)\./.test(each)).sort()).toEqual([
      'clinics.ask-way-back',
      'clinics.confirm-way-back',
      'clinics.hold',
      'clinics.lift-hold',
      'jobs.dismiss',
      'jobs.retry',
      'patients.ask-way-back',
      'patients.confirm-way-back',
      'patients.hold',
      'patients.lift-hold',
      'workflows.dismiss',
      'workflows.retry',
    ]);
    for (const name of ['staff', 'settings', 'content'] as const)
      for (const [event, rule] of Object.entries(rulesOf(name).events))
        expect(rule.audience, `${name}.${event}`).toBe('staff-admin');
  });

  it('asks for a fresh factor before anything leaves in bulk', () => {
    for (const name of names) expect(rulesOf(name).export.fresh, name).toBe(true);
  });

  it('is what the calls enforce', () => {
    for (const name of names) {
      const audience = (id: string) =>
        resources[name].endpoints.find(({ call }) => call.id === `admin.${name}.${id}`)?.call
          .audience;
      expect(audience('list')).toBe(rulesOf(name).list.audience);
      expect(audience('read')).toBe(rulesOf(name).read.audience);
      for (const [event, rule] of Object.entries(rulesOf(name).events))
        expect(audience(event)).toBe(rule.audience);
    }
  });

  it('narrows what is possible to what the role may', () => {
    expect(permitted('reviewer', 'jobs', ['retry', 'dismiss'])).toEqual([]);
    expect(permitted('admin', 'jobs', ['retry', 'dismiss'])).toEqual(['retry', 'dismiss']);
    expect(permitted('reviewer', 'clinics', ['approve', 'explode'])).toEqual(['approve']);
    expect(permitted('admin', 'clinics', ['constructor', 'toString'])).toEqual([]);
    expect(permitted('admin', 'nothing', ['approve'])).toEqual([]);
    expect([mayExport('reviewer', 'audit'), mayExport('admin', 'audit')]).toEqual([false, true]);
    expect(mayExport('reviewer', 'clinics')).toBe(true);
  });
});
