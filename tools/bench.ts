/** `npm run bench`: the speed of the gate beside relays that do nothing, and of the whole beside the SDK alone. */
export { main } from '../bench/speed/main.js';
