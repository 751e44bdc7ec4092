import { type MemberProtocol } from './member.js';

type Offer = readonly Pick<MemberProtocol, 'name'>[];

/** The protocols that everybody offers, in the first one's order of preference. */
export function commonProtocols(offers: readonly Offer[]): string[] {
  const [first = [], ...others] = offers;
  return first
    .map((each) => each.name)
    .filter((name) => others.every((offer) => offer.some((its) => its.name === name)));
}

/** Each member votes for its most preferred common protocol; most votes win, the first of equals. */
export function electProtocol(offers: readonly Offer[]): string {
  const common = commonProtocols(offers);
  const votes = offers.map((offer) => offer.find((each) => common.includes(each.name))?.name);
  const count = (name: string) => votes.filter((vote) => vote === name).length;
  return common.reduce((best, name) => (count(name) > count(best) ? name : best), common[0] ?? '');
}
