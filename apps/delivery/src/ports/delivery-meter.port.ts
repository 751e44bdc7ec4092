/** What delivery counts; codes and seconds, nothing else. */
export interface DeliveryMeter {
  /** A client event was handed to the producer. `seconds` since the event that caused it. */
  released(type: string, code: string, seconds: number): void;
  refusedRelease(code: string): void;
  late(happening: string): void;
}
