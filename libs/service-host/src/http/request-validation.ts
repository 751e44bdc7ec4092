import { type ValidationError, ValidationPipe } from '@nestjs/common';

import { pointerToken } from '#libs/kernel';

import { HttpProblem } from './http-problem.js';

/** Holds parameters and bodies of class-validator classes; a contract body (a question) has its own check. */
export const requestValidation = (): ValidationPipe =>
  new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => new HttpProblem(400, 'http.invalid', pointerTo(errors)),
  });

/** Names that the class declares; a member that it does not know is the sender's text and is not repeated. */
function pointerTo(errors: readonly ValidationError[]): string | null {
  const [first] = errors;
  if (first === undefined || first.constraints?.['whitelistValidation'] !== undefined) return null;
  return pointerToken(first.property) + (pointerTo(first.children ?? []) ?? '');
}
