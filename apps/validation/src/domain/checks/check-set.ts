import { type Check } from './check.js';
import { contractCheck } from './contract.js';
import { documentationCitationsCheck } from './documentation-citations.js';
import { entityCitationsCheck } from './entity-citations.js';
import { envelopeCheck } from './envelope.js';
import { markersCheck } from './markers.js';
import { parseCheck } from './parse.js';
import { toolCallsCheck } from './tool-calls.js';

/** The name in the seal of this list of checks: a check that is added or tightened makes a new name. */
export const checkSetName = 'checks-2';

export const checkSet: readonly Check[] = [
  envelopeCheck,
  toolCallsCheck,
  parseCheck,
  contractCheck,
  entityCitationsCheck,
  documentationCitationsCheck,
  markersCheck,
];
