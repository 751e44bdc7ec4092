import { type DeliveryMeter } from '../ports/delivery-meter.port.js';
import { type EarlyArrivals } from '../ports/early-arrivals.port.js';
import { type LateOutcomes } from '../ports/late-outcomes.port.js';
import { type QuestionStore } from '../ports/question-store.port.js';
import { type TrustedKeys } from '../ports/trusted-keys.port.js';

/** What moving a question needs. */
export interface LifePorts {
  readonly questions: QuestionStore;
  readonly early: EarlyArrivals;
  readonly late: LateOutcomes;
  readonly keys: TrustedKeys;
  readonly meter: DeliveryMeter;
}
