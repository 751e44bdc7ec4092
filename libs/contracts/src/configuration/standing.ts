import { type ModelAdapter, type ModelProfile } from './profile.js';
import { type CapabilityName, capabilityNames } from './probe.js';

/** Raised when what an adapter sends or how it reads a response changes: no earlier probe speaks for it any more. */
export const adapterVersions: Readonly<Record<ModelAdapter, string>> = {
  openai: '2',
  'openai-responses': '1',
  anthropic: '1',
};

/** Whether a profile's probe speaks for it. `other`: made for another model, URL or adapter version. */
export type ProbeStanding = 'holds' | 'missing' | 'old' | 'other';

/** When it is asked, and how old a probe may be. */
export interface ProbeAge {
  readonly now: Date;
  readonly maxAgeDays: number;
}

export function probeStanding(profile: ModelProfile, age: ProbeAge): ProbeStanding {
  const { probe = null, adapter, baseUrl, model } = profile;
  if (probe === null) return 'missing';
  const isThisOne =
    probe.adapterVersion === adapterVersions[adapter] && probe.baseUrl === baseUrl && probe.model === model;
  if (!isThisOne) return 'other';
  return isFresh(probe.at, age) ? 'holds' : 'old';
}

export type CapabilitySet = Readonly<Record<CapabilityName, boolean>>;

/** As the profile declares them, whoever confirmed it. */
export function declaredCapabilities({ capabilities }: ModelProfile): CapabilitySet {
  return inEach((capability) => capabilities[capability] ?? false);
}

/** Declared, and shown by a test that is not too old. */
export function confirmedCapabilities(profile: ModelProfile, age: ProbeAge): CapabilitySet {
  const declared = declaredCapabilities(profile);
  return inEach((capability) => {
    const shown = profile.probe?.capabilities[capability] ?? null;
    return declared[capability] && shown !== null && shown.supported && isFresh(shown.at, age);
  });
}

const dayMs = 86_400_000;

/** A probe from the future was dated by a wrong clock: it is as good as none. An hour may lie between two right ones. */
function isFresh(at: string, { now, maxAgeDays }: ProbeAge): boolean {
  const ageMs = now.getTime() - Date.parse(at);
  return ageMs <= maxAgeDays * dayMs && ageMs > -3_600_000;
}

function inEach(of: (capability: CapabilityName) => boolean): CapabilitySet {
  return Object.fromEntries(capabilityNames.map((capability) => [capability, of(capability)])) as Record<
    CapabilityName,
    boolean
  >;
}
