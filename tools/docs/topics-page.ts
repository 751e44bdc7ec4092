import { channelTopic, maxMessageBytes, type Topic, topics } from '#libs/contracts';

import { code, page, table } from './markdown.js';

export function topicsPage(): string {
  const rows = [...topics, { ...channelTopic('channel'), name: 'published.<channel>.v1' }].map(rowOf);
  const head = [
    'topic',
    'says',
    'producer',
    'readers',
    'key',
    'partitions',
    'limit',
    'broker limit',
    'kept',
    'cleanup',
  ];
  return page(
    'Topics',
    'libs/contracts/src/topics.ts',
    'The limit is that of one serialised event: key, headers and value. The broker limit is `max.message.bytes`.',
    table(head, rows),
  );
}

function rowOf(topic: Topic): string[] {
  return [
    code(topic.name),
    topic.says,
    topic.producers.join(', '),
    topic.readers.join(', ') || 'none',
    topic.key,
    String(topic.partitions),
    `${topic.limitBytes / 1024} kB`,
    `${maxMessageBytes(topic) / 1024} kB`,
    topic.retentionMs === null ? 'for ever' : `${topic.retentionMs / 86_400_000} days`,
    topic.cleanup,
  ];
}
