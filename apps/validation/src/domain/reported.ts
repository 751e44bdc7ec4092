import { type Finding } from '#libs/contracts';

/** What a rejection can hold: its contract takes 200 findings. */
const maxReported = 200;

/** The findings that travel: what failed or broke before what passed, each in the order in which it was found. */
export function reported(findings: readonly Finding[]): Finding[] {
  const passed = (finding: Finding): boolean => finding.status === 'passed';
  return [...findings.filter((finding) => !passed(finding)), ...findings.filter(passed)].slice(0, maxReported);
}
