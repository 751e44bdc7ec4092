import { type Journal } from './journal.js';

/** Gives out producer ids, none twice, also across restarts. */
export class ProducerIds {
  private following: number;

  constructor(private readonly journal: Journal) {
    this.following = journal.image.nextProducerId;
  }

  async next(): Promise<number> {
    const id = this.following++;
    await this.journal.append([{ kind: 'producer-ids', next: this.following }]);
    return id;
  }
}
