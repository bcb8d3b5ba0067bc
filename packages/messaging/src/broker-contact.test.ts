import { beforeEach, describe, expect, it } from 'vitest';
import { createBrokerContact, type BrokerContact } from './broker-contact.ts';

describe('the contact with a broker', () => {
  let now: number;
  let contact: BrokerContact;
  beforeEach(() => {
    now = 1_000_000;
    contact = createBrokerContact(() => now);
  });
  const contactAfter = (ms: number): void => {
    now += ms;
    contact.record();
  };

  it('is not stale while the broker responds', () => {
    for (let i = 0; i < 100; i += 1) contactAfter(1_000);
    now += 900;
    expect([contact.staleSince(), contact.silentMs(), contact.lastAt()]).toEqual([null, 900, now - 900]);
  });

  it('is stale from the last response on during an outage', () => {
    contactAfter(1_000);
    now += 5_001;
    expect(contact.staleSince()).toBe(1_001_000);
  });

  it('counts the time before the first response from the start', () => {
    now += 6_000;
    expect([contact.staleSince(), contact.silentMs(), contact.lastAt()]).toEqual([1_000_000, 6_000, 0]);
  });

  it('stays stale after an outage until the producers can have published their outboxes', () => {
    contactAfter(1_000);
    contactAfter(20_000);
    for (let i = 0; i < 14; i += 1) {
      contactAfter(1_000);
      expect(contact.staleSince()).toBe(1_001_000);
    }
    contactAfter(1_000);
    expect(contact.staleSince()).toBeNull();
  });

  it('continues an outage that was not over when the next silence began', () => {
    contactAfter(1_000);
    contactAfter(20_000);
    contactAfter(2_000);
    now += 6_000;
    expect(contact.staleSince()).toBe(1_001_000);
    contact.record();
    expect(contact.staleSince()).toBe(1_001_000);
  });

  it('starts a new outage when the one before was over', () => {
    contactAfter(20_000);
    for (let i = 0; i < 16; i += 1) contactAfter(1_000);
    now += 6_000;
    expect(contact.staleSince()).toBe(1_036_000);
  });
});
