import {
  answerContract,
  defaultRisk,
  type ModelMode,
  type Policy,
  type Question,
  type RiskLevel,
} from '#libs/contracts';

/** What a question asks of whatever model answers it. */
export interface Demand {
  readonly risk: RiskLevel;
  /** The form that was asked for; a weaker one is a downgrade. */
  readonly asked: ModelMode;
  /** True where the model may propose actions. */
  readonly tools: boolean;
  /** The schema that the answer keeps, as the asker wrote it. */
  readonly schema: unknown;
  /** True where the risk allows a form that is less than strict. */
  readonly mayBeWeaker: boolean;
}

type Asked = Pick<Question, 'riskLevel' | 'structuredOutput' | 'tools'>;

export function demandOf(question: Asked, policy: Policy): Demand {
  const risk = question.riskLevel ?? defaultRisk;
  return {
    risk,
    asked: askedMode(question),
    tools: (question.tools ?? []).length > 0,
    schema: question.structuredOutput?.schema ?? answerContract,
    mayBeWeaker: mayBeWeaker(risk, policy.nonStrictUpTo ?? 'medium'),
  };
}

function askedMode({ structuredOutput }: Asked): ModelMode {
  return structuredOutput === undefined || structuredOutput.strict ? 'strict' : structuredOutput.mode;
}

/** Nothing lifts the bar for high risk. */
function mayBeWeaker(risk: RiskLevel, ceiling: 'none' | 'low' | 'medium'): boolean {
  switch (ceiling) {
    case 'none':
      return false;
    case 'low':
      return risk === 'low';
    case 'medium':
      return risk !== 'high';
  }
}
