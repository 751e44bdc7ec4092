import { type FaultReport } from './report.js';
import { type Tally } from './tally.js';

/** What a scenario may do to the questions, by DESIGN section 12: nothing else. */
export interface Allowance {
  /** Call slots of the generations that were killed: so many questions may end as `provider.unobserved`. */
  readonly unobserved: number;
  /** Whether events were sent that belong into the dead letters. */
  readonly deadLetters: boolean;
  /** Whether the fault must have struck while questions were in flight. */
  readonly inFlight: boolean;
}

/** Every promise that was broken, in words; none when the scenario passed. */
export function brokenPromises(report: FaultReport, tally: Tally, allowed: Allowance): string[] {
  const { 'provider.unobserved': unobserved = 0, ...otherwise } = tally.unplanned;
  const zeros = (['lost', 'conflicting', 'leaked', 'paidTwice'] as const).filter((name) => report[name] !== 0);
  return [
    ...zeros.map((name) => `${name} is ${report[name]}`),
    ...Object.entries(otherwise).map(([end, count]) => `${count} ended as ${end}, which is not the plan`),
    ...(unobserved > allowed.unobserved
      ? [`${unobserved} ended as provider.unobserved; ${allowed.unobserved} call slots were killed`]
      : []),
    ...(tally.unobservedAskedAgain > 0
      ? [`${tally.unobservedAskedAgain} ended as provider.unobserved and were asked more than once`]
      : []),
    ...(report.deadLetters > 0 && !allowed.deadLetters ? [`${report.deadLetters} dead letters`] : []),
    ...(report.deadLetters === 0 && allowed.deadLetters ? ['the fault did not bite: no dead letter'] : []),
    ...(report.inFlightAtKill === 0 && allowed.inFlight ? ['the fault did not bite: nothing was in flight'] : []),
  ];
}
