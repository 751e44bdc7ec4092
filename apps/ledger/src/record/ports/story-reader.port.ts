import { type Link } from '../domain/chain.js';
import { type WrappedKey } from '../domain/data-key.js';
import { type InteractionState } from '../domain/interaction.js';

/** What the index says of one interaction. Times are milliseconds of the ledger's database clock. */
export interface IndexedInteraction {
  readonly namespace: string;
  readonly interactionId: string;
  readonly channel: string;
  readonly state: InteractionState;
  readonly code: string | null;
  readonly questionDigest: string | null;
  readonly answerSource: string | null;
  readonly generationKind: string | null;
  readonly profile: string | null;
  readonly configurationRevision: number | null;
  readonly repaired: boolean;
  readonly events: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
}

/** A recorded event without its content. */
export type RecordedEvent = Omit<Link, 'ciphertext' | 'nonce'> & {
  readonly cluster: string;
  readonly topic: string;
  readonly partition: number;
};

export type SealedEvent = RecordedEvent & Pick<Link, 'ciphertext' | 'nonce'> & { readonly key: WrappedKey };

/** What a token with the scope `read` may see: its namespace and its channels. */
export interface Sight {
  readonly namespace: string;
  readonly channels: readonly string[];
}

export interface Listing {
  readonly channel?: string | undefined;
  readonly state?: InteractionState | undefined;
  readonly code?: string | undefined;
  /** Rows strictly older than this one. */
  readonly before?: { readonly firstSeen: number; readonly interactionId: string } | undefined;
  readonly limit: number;
}

export interface StoryReader {
  /** Newest first, at most `limit`. */
  list(sight: Sight, listing: Listing): Promise<IndexedInteraction[]>;
  find(namespace: string, interactionId: string): Promise<IndexedInteraction | undefined>;
  /** In the order of recording, at most `limit`. */
  events(interaction: Pick<IndexedInteraction, 'namespace' | 'interactionId'>, limit: number): Promise<RecordedEvent[]>;
  sealed(interaction: Pick<IndexedInteraction, 'namespace' | 'interactionId'>, limit: number): Promise<SealedEvent[]>;
  /** The valid questions that were asked under the id, each digest once, at most `limit`. */
  questions(
    interaction: Pick<IndexedInteraction, 'namespace' | 'interactionId'>,
    limit: number,
  ): Promise<SealedEvent[]>;
}
