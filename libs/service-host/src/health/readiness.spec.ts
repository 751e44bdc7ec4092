import { type FlowReadiness } from '#libs/event-flow';

import { Readiness } from './readiness.js';

const part = (readiness: FlowReadiness) => ({ readiness: () => readiness });
const well = part({ ready: true, reasons: [] });
const away = part({ ready: false, reasons: ['kafka.away'] });

describe('readiness', () => {
  it.each([
    ['starting', [well], { ready: false, reasons: ['starting'] }],
    ['running', [], { ready: true, reasons: [] }],
    ['running', [well, away], { ready: false, reasons: ['kafka.away'] }],
    ['running', [part({ ready: false, reasons: [] })], { ready: false, reasons: [] }],
    ['stopping', [well, away], { ready: false, reasons: ['stopping', 'kafka.away'] }],
  ] as const)('given %s and its parts, then %j', (phase, parts, expected) => {
    const readiness = new Readiness(parts);
    readiness.phase = phase;
    expect(readiness.now()).toEqual(expected);
  });
});
