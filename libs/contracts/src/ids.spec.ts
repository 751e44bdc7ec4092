import { eventId, eventIdNamespace, inputOf, interactionKey, replayId, terminalId } from './ids.js';

describe('derived ids', () => {
  it('keeps its vectors: a change here would break redelivery across an upgrade', () => {
    expect(eventIdNamespace).toMatchInlineSnapshot(`"9b0e1e01-f73b-5063-be63-a2874d0ceec5"`);
    expect(eventId('urn:a\n1', 'answers.drafted.v1', 0)).toMatchInlineSnapshot(
      `"55ec4d8a-a130-54a4-b934-6459696d0774"`,
    );
    expect(terminalId('default', 'order-1042')).toMatchInlineSnapshot(`"3721709d-fa78-5745-997a-ba2380314954"`);
    expect(replayId('default', 'order-1042')).toMatchInlineSnapshot(`"6781f77a-6d22-5246-ad60-e1fce71803bf"`);
  });

  it('tells inputs apart that share an id under two sources', () => {
    expect(inputOf({ source: 'urn:a', id: '1' })).not.toBe(inputOf({ source: 'urn:b', id: '1' }));
  });

  it('keys a record by namespace and interaction', () => {
    expect(interactionKey({ namespace: 'default', interactionId: 'order-1042' })).toBe('default/order-1042');
  });
});
