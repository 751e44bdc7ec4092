import { type ModelProfile } from '#libs/contracts';

import {
  admission,
  afterHearing,
  type Circuit,
  type CircuitLimits,
  closedCircuit,
  type Heard,
} from '../domain/circuit.js';

/** Beyond the longest call that a profile may allow. */
const standard: CircuitLimits = { failures: 5, restMs: 5_000, longestRestMs: 60_000, tryingMs: 300_000 };
/** While another call tries the endpoint. */
const lookAgainMs = 1_000;

type Named = Pick<ModelProfile, 'id' | 'baseUrl'>;

export interface CircuitsOptions {
  readonly monotonic: () => number;
  /** Told when a profile's circuit opens or closes. */
  readonly moved?: (profile: string, isClosed: boolean) => void;
  readonly limits?: CircuitLimits;
}

/** The circuits of this process, one for each profile and address. */
export class Circuits {
  readonly #circuits = new Map<string, Circuit>();
  readonly #limits: CircuitLimits;

  constructor(private readonly options: CircuitsOptions) {
    this.#limits = options.limits ?? standard;
  }

  /** Milliseconds to wait before the endpoint may be called; 0 admits this very call, whose end must be told. */
  waitFor(profile: Named): number {
    const circuit = this.#of(profile);
    const isTried = circuit.kind === 'half_open';
    const found = admission(circuit, this.options.monotonic(), this.#limits);
    if (found.kind === 'wait') return Math.ceil(isTried ? Math.min(found.waitMs, lookAgainMs) : found.waitMs);
    this.#circuits.set(nameOf(profile), found.circuit);
    return 0;
  }

  heard(profile: Named, heard: Heard): void {
    const before = this.#of(profile);
    const after = afterHearing(before, heard, this.options.monotonic(), this.#limits);
    this.#circuits.set(nameOf(profile), after);
    const [wasClosed, isClosed] = [before, after].map(({ kind }) => kind === 'closed');
    if (wasClosed !== isClosed) this.options.moved?.(profile.id, isClosed ?? true);
  }

  #of(profile: Named): Circuit {
    return this.#circuits.get(nameOf(profile)) ?? closedCircuit;
  }
}

const nameOf = ({ id, baseUrl }: Named): string => `${id} ${baseUrl}`;
