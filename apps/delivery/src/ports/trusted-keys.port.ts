import { type KeySet } from '#libs/seal';

/** The keys that delivery trusts at this moment. */
export interface TrustedKeys {
  current(): KeySet;
}
