/** Loaded before a service (`node --import`): its wall clock goes FAULT_CLOCK_SHIFT_MS ahead. Monotonic time does not. */
const shiftMs = Number(process.env['FAULT_CLOCK_SHIFT_MS'] ?? 0);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(ShiftedDate.now());
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
