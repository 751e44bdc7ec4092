import { type Finding } from '#libs/contracts';

import { reported } from './reported.js';

const finding = (status: Finding['status'], pointer: string): Finding => ({
  code: 'reference.unknown_marker',
  layer: 'meaning',
  status,
  pointer,
  span: null,
});

describe('the findings that travel', () => {
  it('given more than a rejection holds, then what failed or broke stays, in its order', () => {
    const passed = Array.from({ length: 300 }, (_none, at) => finding('passed', `/${at}`));
    const [failed, broken] = [finding('failed', '/a'), finding('broken', '/b')];
    const kept = reported([...passed, failed, ...passed, broken]);
    expect(kept).toHaveLength(200);
    expect(kept.slice(0, 3)).toEqual([failed, broken, passed[0]]);
  });
});
