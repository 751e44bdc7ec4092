// Processes and brokers take longer than the five seconds that a pure test may take.
/* global jest */
jest.setTimeout(60_000);
