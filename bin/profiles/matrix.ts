import {
  type CapabilityName,
  capabilityNames,
  type Configuration,
  defaultProbeMaxAgeDays,
  type ModelProfile,
  probeStanding,
  type ProbeStanding,
} from '#libs/contracts';

/** What is said of one capability of a profile, and when its test came to a result. */
export interface MatrixCell {
  readonly declared: boolean;
  /** null: no test has come to a result. */
  readonly seen: boolean | null;
  readonly at: string | null;
}

/** One model profile as the capability matrix shows it. */
export interface MatrixRow {
  readonly id: string;
  readonly adapter: ModelProfile['adapter'];
  readonly model: string;
  readonly enabled: boolean;
  /** By the longest age that a policy allows. */
  readonly probe: ProbeStanding;
  readonly probedAt: string | null;
  readonly capabilities: Readonly<Record<CapabilityName, MatrixCell>>;
  readonly schemaLimitations: readonly string[];
  readonly fallback: string | null;
  readonly qualities: readonly string[];
  /** The policies that let it in without a probe that holds. */
  readonly allowedUnprobedBy: readonly string[];
}

/** A pure function of the configuration and the time. The extractive profile asks no model and has no row. */
export function matrixOf({ profiles, policies }: Configuration, now: Date): readonly MatrixRow[] {
  const maxAgeDays = Math.max(...policies.map((policy) => policy.probeMaxAgeDays ?? defaultProbeMaxAgeDays));
  return profiles.flatMap((profile) => {
    if (profile.adapter === 'extractive') return [];
    const { id, adapter, model, enabled, schemaLimitations = [], fallback = null, qualities = [] } = profile;
    return {
      ...{ id, adapter, model, enabled },
      probe: probeStanding(profile, { now, maxAgeDays }),
      probedAt: profile.probe?.at ?? null,
      capabilities: cellsOf(profile),
      ...{ schemaLimitations, fallback, qualities },
      allowedUnprobedBy: policies.filter(({ allowUnprobed }) => allowUnprobed.includes(id)).map((policy) => policy.id),
    };
  });
}

function cellsOf({ capabilities, probe }: ModelProfile): MatrixRow['capabilities'] {
  const cell = (name: CapabilityName): MatrixCell => {
    const seen = probe?.capabilities[name] ?? null;
    return { declared: capabilities[name] ?? false, seen: seen?.supported ?? null, at: seen?.at ?? null };
  };
  return Object.fromEntries(capabilityNames.map((name) => [name, cell(name)])) as Record<CapabilityName, MatrixCell>;
}
