import { allEvents, topicNamed } from '#libs/contracts';

import { code, json, page } from './markdown.js';

export function eventsPage(): string {
  return page(
    'Events',
    'libs/contracts/src/events',
    'CloudEvents 1.0 in the Kafka binding, binary mode. A question may also come in structured mode, or bare: the JSON alone.',
    ...allEvents.flatMap(eventSection),
  );
}

function eventSection(event: (typeof allEvents)[number]): string[] {
  const topic = topicNamed(event.type);
  const place = topic
    ? `Topic ${code(topic.name)}, at most ${topic.limitBytes / 1024} kB.`
    : 'On client topics, at most 128 kB.';
  const reading = event.reads === 'strict' ? 'Unknown members are refused.' : 'Readers ignore unknown members.';
  return [
    `## ${event.type}`,
    `${event.says}. ${place} ${reading}`,
    'Example:',
    json(event.example),
    `<details><summary>JSON Schema</summary>\n\n${json(event.schema)}\n\n</details>`,
  ];
}
