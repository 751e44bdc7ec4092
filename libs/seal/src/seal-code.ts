import { type codeFamilies } from '#libs/contracts';

/** Why a sealed object is refused: the `seal.*` family of the code table. */
export type SealCode = keyof (typeof codeFamilies)['seal'];
