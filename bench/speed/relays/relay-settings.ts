/** What both relays set; everything else is their library's default. Printed with the figures. */
export const relaySettings = {
  acks: -1,
  maxWaitTimeInMs: 500,
  /** The least that makes a group start at the beginning of a topic that was filled before it came. */
  fromBeginning: true,
} as const;

/** `<brokers> <from topic> <to topic> <group>` */
export function relayArguments(argv: readonly string[]): {
  brokers: string[];
  from: string;
  to: string;
  group: string;
} {
  const [brokers, from, to, group] = argv;
  if (!brokers || !from || !to || !group) throw new Error('usage: <brokers> <from topic> <to topic> <group>');
  return { brokers: brokers.split(','), from, to, group };
}
