import type pg from 'pg';

import { nameOfPrepared } from '#libs/event-flow';

import { WatchedClient } from './watched-client.js';

type AnyQuery = (...given: unknown[]) => unknown;

/** Gives the statements that `prepared` marks their names, which the ORM cannot. */
export class PreparingClient extends WatchedClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as AnyQuery;
    const named: AnyQuery = (text, values, ...more) => {
      const name = typeof text === 'string' && Array.isArray(values) ? nameOfPrepared(text) : undefined;
      return name === undefined ? query(text, values, ...more) : query({ name, text }, values, ...more);
    };
    this.query = named as typeof this.query;
  }
}
