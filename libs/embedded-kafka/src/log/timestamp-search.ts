import { headerBytes, readHeader } from './record-batch.js';
import { type Segment } from './segment.js';

export interface FoundOffset {
  offset: number;
  timestamp: number;
}

const step = 256 * 1024;

/** The first batch at or behind `startOffset` whose newest record is not older than `timestamp` (ms). */
export async function timestampSearch(
  segments: readonly Segment[],
  startOffset: number,
  timestamp: number,
): Promise<FoundOffset | undefined> {
  for (const segment of segments) {
    if (segment.maxTimestamp < timestamp || segment.endOffset <= startOffset) continue;
    const found = await searchSegment(segment, startOffset, timestamp);
    if (found) return found;
  }
  return undefined;
}

async function searchSegment(
  segment: Segment,
  startOffset: number,
  timestamp: number,
): Promise<FoundOffset | undefined> {
  for (let position = 0; position < segment.sizeInBytes;) {
    const data = await segment.bytesAt(position, step);
    let at = 0;
    for (let header = readHeader(data); header; header = readHeader(data, at)) {
      if (header.lastOffset >= startOffset && header.maxTimestamp >= timestamp) {
        return { offset: Math.max(header.baseOffset, startOffset), timestamp: header.maxTimestamp };
      }
      at += header.sizeInBytes;
      if (at + headerBytes > data.length) break;
    }
    position += at;
  }
  return undefined;
}
