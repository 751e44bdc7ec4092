/** `npm run faults`: the fault harness of test/faults, which is built with the house and runs its compiled services. */
export { main } from '../test/faults/main.js';
