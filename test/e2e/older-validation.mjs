// Preloaded into a validation process, it makes an older build of it: one that knows `answers.drafted.v0` alone, as a
// validation that was not upgraded yet when generation was.
import { register } from 'node:module';

register('./older-validation-hooks.mjs', import.meta.url);
